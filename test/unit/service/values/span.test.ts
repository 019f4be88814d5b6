import { withinSpan } from '../../../../nodes/AppointmentScheduling/service/values/span';

const from = Date.parse('2026-03-10T12:00:00Z');
const to = Date.parse('2026-03-11T12:00:00Z');
const whole = { start_date: '2026-03-08T12:00:00', end_date: '2026-03-13T12:00:00' };

it('filters of a span are local times that exist once, even if clocks change', () => {
	for (let hour = 0; hour < 80; hour += 1) {
		const ms = Date.parse('2026-03-28T00:00:00Z') + hour * 3_600_000;
		const { start_date, end_date } = withinSpan({}, ms, ms, 'Europe/Madrid');
		expect([start_date?.slice(11), end_date?.slice(11)]).toEqual(['12:00:00', '12:00:00']);
		expect(Date.parse(`${start_date}+02:00`)).toBeLessThanOrEqual(ms - 35 * 3_600_000);
		expect(Date.parse(`${end_date}+01:00`)).toBeGreaterThanOrEqual(ms + 35 * 3_600_000);
	}
});

const narrow = { start_date: '2026-03-10T00:00:00', end_date: '2026-03-11T00:00:00', name: 'Ana' };

it.each([
	[{}, to, whole],
	[{}, undefined, { start_date: whole.start_date }],
	[{ start_date: '2026-01-01T00:00:00', end_date: '2027-01-01T00:00:00' }, to, whole],
	[narrow, to, narrow],
	[{ end_date: narrow.end_date }, undefined, { ...whole, end_date: narrow.end_date }],
])('filters of %j are limited to the span until %p', (filters, end, expected) => {
	expect(withinSpan(filters, from, end, 'Europe/Madrid')).toEqual(expected);
});
