import fc from 'fast-check';
import { DateTime, IANAZone, Settings } from 'luxon';

import { InputError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import {
	offsetIn,
	instantOf,
	offsetAt,
} from '../../../../nodes/AppointmentScheduling/service/values/dates';
import {
	dayOf,
	filterDate,
	offsetDate,
} from '../../../../nodes/AppointmentScheduling/service/values/entered';
import { failureOf } from '../../support/failure';
import { moments, momentsOf, wallClock, wallClocks, zones } from './zones';

const field = 'Start Date';
const zone = 'Europe/Madrid';
// n8n may run in any zone.
Settings.defaultZone = 'Asia/Tokyo';

const refusalOf = async (take: () => unknown) =>
	await failureOf<InputError>((async () => await take())());

describe('a date of a filter', () => {
	it.each([
		['2026-03-29 10:00:00', '2026-03-29T10:00:00'],
		[' 2026-03-29T10:00:59.999 ', '2026-03-29T10:00:59'],
		['2026-03-28T24:00:00', '2026-03-29T00:00:00'],
		['2026-03-29', '2026-03-29T00:00:00'],
		// Clocks in Madrid jump over this one; as a bound of a list it is still clear.
		['2026-03-29T02:30:00', '2026-03-29T02:30:00'],
		['2026-03-29T10:00:00+02', '2026-03-29T10:00:00'],
		['2026-03-29t10:00:00z', '2026-03-29T12:00:00'],
		['2026-03-29T10:00:00+02:00[Europe/Madrid]', '2026-03-29T10:00:00'],
		// As Ruby and Go write a time without a format.
		['2026-03-29 08:00:00 UTC', '2026-03-29T10:00:00'],
		['2026-03-29 10:00:00 +0200 CEST', '2026-03-29T10:00:00'],
		['2026-03-29 10:00:00 +0200 +02', '2026-03-29T10:00:00'],
		// No later time can be written.
		['9999-12-31T23:59:59Z', '9999-12-31T23:59:59'],
		[DateTime.fromISO('2026-03-29T10:00:00', { zone: 'Asia/Tokyo' }), '2026-03-29T03:00:00'],
	])('%p is sent as %p', (given, sent) => {
		expect(filterDate(given, zone, field)).toBe(sent);
	});

	it('without a time ends with the last second of the day if it is an end', () => {
		expect(filterDate('2026-03-29', zone, field, 'end')).toBe('2026-03-29T23:59:59');
		expect(filterDate('2026-03-29T10:00', zone, field, 'end')).toBe('2026-03-29T10:00:00');
	});

	it('with an offset is sent as the local time of the zone, in all zones at all times', () => {
		fc.assert(
			fc.property(zones, moments, (anyZone, moment) => {
				const wall = wallClock(moment, anyZone);
				expect(filterDate(new Date(moment).toISOString(), anyZone, field)).toBe(wall);
			}),
			{ numRuns: 400 },
		);
	});
});

describe('a day', () => {
	it.each([
		['2026-03-29', '2026-03-29'],
		['2026-10-25T00:30:00+02:00', '2026-10-25'],
		[DateTime.fromISO('2026-06-01T00:00:00', { zone: 'Europe/Berlin' }), '2026-06-01'],
	])('is %p as entered', (given, day) => {
		expect(dayOf(given, zone, field)).toBe(day);
	});

	it('is the same in both offsets or refused, in all zones at all times', () => {
		const met = { taken: 0, refused: 0 };
		fc.assert(
			fc.property(zones, zones, moments, (own, there, moment) => {
				const given = DateTime.fromMillis(moment, { zone: own });
				const [here, other] = [wallClock(moment, own), wallClock(moment, there)];
				if (here.slice(0, 10) === other.slice(0, 10)) {
					met.taken += 1;
					expect(dayOf(given, there, field)).toBe(here.slice(0, 10));
				} else {
					met.refused += 1;
					expect(() => dayOf(given, there, field)).toThrow(
						`'${field}': this moment is on ${here.slice(0, 10)} in its own offset, but on ${other.slice(0, 10)} in ${there}`,
					);
				}
			}),
			{ numRuns: 400 },
		);
		expect(Math.min(met.taken, met.refused)).toBeGreaterThan(10);
	});
});

describe('a new start', () => {
	it('is sent with the offset of its zone on that day, in all zones at all times', () => {
		fc.assert(
			fc.property(zones, moments, (anyZone, moment) => {
				const sent = offsetDate(new Date(moment).toISOString(), anyZone, field);
				expect(sent).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
				expect(sent.slice(0, 19)).toBe(wallClock(moment, anyZone));
				expect(sent).not.toContain('-00:00');
				expect([Date.parse(sent), instantOf(sent)]).toEqual([moment, moment]);
			}),
			{ numRuns: 400 },
		);
	});

	it('without an offset is the only moment with that local time; otherwise the error offers others', async () => {
		const met = [0, 0, 0];
		await fc.assert(
			fc.asyncProperty(wallClocks, async ({ wall, zone: anyZone }) => {
				const meant = momentsOf(wall, anyZone);
				met[meant.length] = (met[meant.length] ?? 0) + 1;
				if (meant.length === 1) {
					expect(Date.parse(offsetDate(wall, anyZone, field))).toBe(meant[0]);
					return;
				}
				const { message, advice } = await refusalOf(() => offsetDate(wall, anyZone, field));
				const offered = advice.match(/\d{4}-\d\d-\d\dT[\d:]{8}[+-]\d\d:\d\d/g) ?? [];
				if (meant.length === 0) {
					expect(message).toBe(
						`'${field}': ${wall} does not exist in ${anyZone}, where clocks are set forward at that time`,
					);
					expect(offered).toHaveLength(1);
				} else {
					expect(message).toContain(`${wall} happens twice in ${anyZone}`);
					expect(offered.map((text) => Date.parse(text)).sort()).toEqual([...meant].sort());
				}
			}),
			{ numRuns: 800 },
		);
		expect(Math.min(...met)).toBeGreaterThan(10);
	});
});

it.each([
	[undefined, 'the expression has no value'],
	[' ', 'the date is empty'],
	[1_777_000_000, 'this is not a date'],
	[new Date(Number.NaN), '"Invalid DateTime" is not a date'],
	[DateTime.invalid('none'), '"Invalid DateTime" is not a date'],
	['x'.repeat(61), `"${'x'.repeat(60)}" is not a date`],
	['2026-04-30T10:00:00+25:00', '"2026-04-30T10:00:00+25:00" is not a date'],
	['2026-04-30 10:00 +02:00 pm', '"2026-04-30 10:00 +02:00 pm" is not a date'],
	['2026-04-30T10:00:00\n2026', '"2026-04-30T10:00:00\n2026" is not a date'],
	['2026-02-29T10:00:00', '"2026-02-29T10:00:00" is not a valid date and time'],
	['2026-04-30T25:00:00', '"2026-04-30T25:00:00" is not a valid date and time'],
	['2026-04-31T00:00:00Z', '"2026-04-31T00:00:00Z" is not a valid date and time'],
])('the date %p is refused: %s', async (given, what) => {
	const { message, advice } = await refusalOf(() => offsetDate(given, zone, field));
	expect(message).toBe(`'${field}': ${what}`);
	expect(advice).toContain('2026-03-29T10:00:00');
});

it('any text is read as a date or refused', () => {
	const piece = fc.constantFrom('2026', '-', '02', '30', 'T', ' ', '10', ':', 'Z', '+', '.', '9');
	const text = fc.oneof(fc.string(), fc.string({ unit: piece, maxLength: 24 }));
	fc.assert(
		fc.property(text, fc.constantFrom(filterDate, dayOf, offsetDate), (given, read) => {
			try {
				expect(read(given, zone, field)).toMatch(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d|$)/);
			} catch (error) {
				expect(error).toBeInstanceOf(InputError);
			}
		}),
		{ numRuns: 1_500 },
	);
});

it.each([
	['2026-01-29 10:00:00', Date.parse('2026-01-29T15:00:00Z')],
	['soon', undefined],
	['2026-02-30T10:00:00Z', undefined],
	[5, undefined],
])('the start %p is at %p', (text, moment) => {
	expect(instantOf(text, 'America/New_York')).toBe(moment);
});

it.each([
	[' 2026-03-29 10:00Z ', true],
	['2026-03-29T10:00:00', false],
	['later', false],
	[new Date(0), true],
	[DateTime.fromMillis(0), true],
	[null, false],
])('%p has an offset: %p', (value, expected) => {
	expect(offsetIn(value) !== undefined).toBe(expected);
});

it('a local time is the first moment at which clocks show it, in all zones, also when they change', () => {
	fc.assert(
		fc.property(wallClocks, ({ wall, zone: anyZone }) => {
			const skipped = DateTime.fromISO(wall, { zone: anyZone }).toMillis();
			const [first = skipped] = momentsOf(wall, anyZone);
			expect(instantOf(wall, anyZone)).toBe(first);
		}),
		{ numRuns: 800 },
	);
});

it('the offset of a zone is read about once for each day, and kept for 20,000 days', () => {
	const reads = jest.spyOn(IANAZone.prototype, 'offset');
	const readsOf = (day: number, days: number) => {
		reads.mockClear();
		const moments = Array.from({ length: 24 * days }, (_, hour) => day * 24 + hour);
		for (const hour of moments) offsetAt(hour * 3_600_000, 'Europe/Paris');
		return reads.mock.calls.length;
	};
	expect(readsOf(20_000, 365)).toBeLessThan(500);
	expect(readsOf(20_000, 365)).toBe(0);
	readsOf(0, 20_001);
	expect(readsOf(20_000, 365)).toBeGreaterThan(300);
});
