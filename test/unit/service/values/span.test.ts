import {
	later,
	spanFilters,
	withinSpan,
} from '../../../../nodes/AppointmentScheduling/service/values/span';

const from = Date.parse('2026-03-10T12:00:00Z');
const to = Date.parse('2026-03-11T12:00:00Z');
const whole = { start_date: '2026-03-09T10:00:00', end_date: '2026-03-12T16:00:00' };

it('the filters of a span are 27 hours wider on both sides', () => {
	expect(spanFilters(from, to, 'Europe/Madrid')).toEqual(whole);
	expect(spanFilters(from, undefined, 'utc')).toEqual({ start_date: '2026-03-09T09:00:00' });
});

it.each([
	[{}, whole],
	[{ start_date: '2026-01-01T00:00:00', end_date: '2027-01-01T00:00:00' }, whole],
	[
		{ start_date: '2026-03-10T00:00:00', end_date: '2026-03-11T00:00:00', name: 'Ana' },
		{ start_date: '2026-03-10T00:00:00', end_date: '2026-03-11T00:00:00', name: 'Ana' },
	],
])('filters of %j are limited to the span', (filters, expected) => {
	expect(withinSpan(filters, from, to, 'Europe/Madrid')).toEqual(expected);
});

it('without an end, the end of the filters stays', () => {
	const filters = { end_date: '2026-03-11T00:00:00' };
	expect(withinSpan(filters, from, undefined, 'Europe/Madrid')).toEqual({
		start_date: whole.start_date,
		...filters,
	});
});

it('finds the later of two local times', () => {
	expect(later('2026-03-10T00:00:00', '2026-03-09T23:59:59')).toBe('2026-03-10T00:00:00');
	expect(later('2026-03-09T00:00:00', '2026-03-09T23:59:59')).toBe('2026-03-09T23:59:59');
	expect(later(undefined, '2026-03-09T23:59:59')).toBe('2026-03-09T23:59:59');
});
