import fc from 'fast-check';
import { DateTime, Settings } from 'luxon';

import {
	dayBounds,
	filterDate,
	instantOf,
	offsetDate,
} from '../../../../nodes/AppointmentScheduling/service/values/dates';
import { InputError } from '../../../../nodes/AppointmentScheduling/service/errors';
import { moments, momentsOf, wallClock, wallClocks, zones } from './zones';

import { problem } from './problem';

const field = 'Start Date';
const zone = 'Europe/Madrid';

describe('a new start', () => {
	it.each([
		['2026-01-15T10:00:00', '2026-01-15T10:00:00+01:00'],
		['2026-07-15T10:00', '2026-07-15T10:00:00+02:00'],
		['2026-07-15T10:00:00Z', '2026-07-15T12:00:00+02:00'],
		['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+02:00'],
		['2026-10-25T02:30:00+01:00', '2026-10-25T02:30:00+01:00'],
		['2026-03-29T01:59:59', '2026-03-29T01:59:59+01:00'],
		['2026-03-29T03:00:00', '2026-03-29T03:00:00+02:00'],
		[DateTime.fromISO('2026-07-15T10:00:00', { zone: 'utc' }), '2026-07-15T12:00:00+02:00'],
	])('%p is sent as %p', (given, sent) => {
		expect(offsetDate(given, zone, field)).toBe(sent);
	});

	it('is sent with the offset of its zone on that day, in all zones at all times', () => {
		fc.assert(
			fc.property(zones, moments, (anyZone, moment) => {
				const sent = offsetDate(new Date(moment).toISOString(), anyZone, field);
				expect(sent).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
				expect(Date.parse(sent)).toBe(moment);
				expect(sent.slice(0, 19)).toBe(wallClock(moment, anyZone));
				expect(instantOf(sent)).toBe(moment);
			}),
			{ numRuns: 400 },
		);
	});

	it('without an offset is the only moment with that local time; otherwise the error offers others', () => {
		const met = { none: 0, one: 0, two: 0 };
		fc.assert(
			fc.property(wallClocks, ({ wall, zone: anyZone }) => {
				const meant = momentsOf(wall, anyZone);
				const [only, second] = meant;
				if (only === undefined) {
					met.none += 1;
					const { message, remedy } = problem(() => offsetDate(wall, anyZone, field));
					expect(message).toBe(
						`'${field}': ${wall} does not exist in ${anyZone}, where clocks are set forward at that time`,
					);
					expect(remedy).toMatch(/e\.g\. \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
				} else if (second === undefined) {
					met.one += 1;
					expect(Date.parse(offsetDate(wall, anyZone, field))).toBe(only);
				} else {
					met.two += 1;
					const { message, remedy } = problem(() => offsetDate(wall, anyZone, field));
					expect(message).toContain(`${wall} happens twice in ${anyZone}`);
					const offered = remedy.match(/\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d/g) ?? [];
					expect(offered.map((text) => Date.parse(text)).sort()).toEqual([...meant].sort());
				}
			}),
			{ numRuns: 800 },
		);
		expect(met.none).toBeGreaterThan(10);
		expect(met.one).toBeGreaterThan(100);
		expect(met.two).toBeGreaterThan(10);
	});

	it.each(['Asia/Tokyo', 'Europe/Madrid'])('is the same in an n8n that runs in %s', (ofN8n) => {
		Settings.defaultZone = ofN8n;
		try {
			expect(offsetDate('2026-07-15T10:00', zone, field)).toBe('2026-07-15T10:00:00+02:00');
			expect(filterDate('2026-03-29T02:30', zone, field)).toBe('2026-03-29T02:30:00');
			const { remedy } = problem(() => offsetDate('2026-03-29T02:30', zone, field));
			expect(remedy).toBe('Choose another time, e.g. 2026-03-29T03:30:00+02:00');
		} finally {
			Settings.defaultZone = 'system';
		}
	});

	it('needs a time of day', () => {
		expect(problem(() => offsetDate('2026-07-15', zone, field)).message).toContain(
			'no time of day',
		);
	});

	it('is refused on a day that a zone skipped', () => {
		const { message } = problem(() => offsetDate('2011-12-30T10:00:00', 'Pacific/Apia', field));
		expect(message).toContain('does not exist');
	});
});

describe.each([
	['a filter', (value: unknown) => filterDate(value, zone, field)],
	['a day', (value: unknown) => dayBounds(value, zone, field)],
	['a new start', (value: unknown) => offsetDate(value, zone, field)],
])('%s', (_name, take) => {
	it.each([
		[undefined, 'the expression has no value'],
		[null, 'the expression has no value'],
		[' ', 'the date is empty'],
		[1_777_000_000, 'this is not a date'],
		[{}, 'this is not a date'],
		[['2026-04-30T00:00:00Z'], 'this is not a date'],
		[new Date(Number.NaN), '"Invalid DateTime" is not a date'],
		[DateTime.invalid('none'), '"Invalid DateTime" is not a date'],
		['x'.repeat(61), `"${'x'.repeat(60)}" is not a date`],
		['29/03/2026', '"29/03/2026" is not a date'],
		['2026-3-9', '"2026-3-9" is not a date'],
		['2026-04-30T10:00:00+25:00', '"2026-04-30T10:00:00+25:00" is not a date'],
		['2026-04-30T10:00:00\n2026', '"2026-04-30T10:00:00\n2026" is not a date'],
		['2026-04-31', '"2026-04-31" is not a valid date and time'],
		['2026-02-29T10:00:00', '"2026-02-29T10:00:00" is not a valid date and time'],
		['2026-04-30T24:00:00', '"2026-04-30T24:00:00" is not a valid date and time'],
		['2026-04-31T10:00:00Z', '"2026-04-31T10:00:00Z" is not a valid date and time'],
	])('%p is refused: %s', (given, what) => {
		const { message, remedy } = problem(() => take(given));
		expect(message).toBe(`'${field}': ${what}`);
		expect(remedy).toContain('2026-03-29T10:00:00');
	});

	it('accepts or refuses any text', () => {
		const piece = fc.constantFrom('2026', '-', '02', '30', 'T', ' ', '10', ':', 'Z', '+', '.', '9');
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.string({ unit: piece, maxLength: 24 })), (given) => {
				try {
					expect(String(take(given))).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/);
				} catch (error) {
					if (!(error instanceof InputError)) throw error;
				}
			}),
			{ numRuns: 500 },
		);
	});
});
