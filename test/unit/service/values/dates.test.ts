import fc from 'fast-check';
import { DateTime, IANAZone, Settings } from 'luxon';

import { InputError } from '../../../../nodes/AppointmentScheduling/service/errors';
import {
	DAY_MS,
	HOUR_MS,
	momentIn,
	offsetAt,
} from '../../../../nodes/AppointmentScheduling/service/values/dates';
import {
	dayOf,
	enteredOffset,
	filterDate,
	offsetDate,
	spanOfDays,
	wholeDays,
	widerSpan,
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
		// Clocks in Madrid skip this one, and show that one twice: the service would refuse both.
		['2026-03-29T02:30:00', '2026-03-29T03:00:00'],
		['2026-10-25T02:30:00', '2026-10-25T03:00:00'],
		['2026-03-29T10:00:00+02', '2026-03-29T10:00:00'],
		['2026-03-29t10:00:00z', '2026-03-29T12:00:00'],
		['2026-03-29 08:00:00 UTC', '2026-03-29T10:00:00'],
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

	it('with an offset is sent as the local time of the zone, or the next one that exists once', () => {
		fc.assert(
			fc.property(zones, moments, (anyZone, moment) => {
				const wall = wallClock(moment, anyZone);
				const sent = filterDate(new Date(moment).toISOString(), anyZone, field);
				expect(momentsOf(sent, anyZone)).toHaveLength(1);
				if (momentsOf(wall, anyZone).length === 1) expect(sent).toBe(wall);
				else expect(sent > wall).toBe(true);
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

	it('is refused if the moment is on another day in the zone', () => {
		expect(() => dayOf('2026-06-01T23:30:00-03:00', zone, field)).toThrow(
			`'${field}': this moment is on 2026-06-01 in its own offset, but on 2026-06-02 in ${zone}`,
		);
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
				expect([Date.parse(sent), momentIn(sent)?.ms]).toEqual([moment, moment]);
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
	[' 2026-03-29 10:00Z ', 0],
	['2026-03-29T10:00:00-03:30', -12_600_000],
	['2026-03-29T10:00:00', undefined],
	[DateTime.fromMillis(0, { zone: 'Asia/Tokyo' }), 32_400_000],
])('%p has the offset %p', (value, expected) => {
	expect(enteredOffset(value, field)).toBe(expected);
});

it('a local time of the service is the first moment at which clocks show it, also when they change', () => {
	fc.assert(
		fc.property(wallClocks, ({ wall, zone: anyZone }) => {
			const skipped = DateTime.fromISO(wall, { zone: anyZone }).toMillis();
			const [first = skipped] = momentsOf(wall, anyZone);
			expect(momentIn(wall, anyZone)?.ms).toBe(first);
		}),
		{ numRuns: 800 },
	);
});

describe('days', () => {
	it('are sent from their first to their last second, as the API document writes them', () => {
		expect(wholeDays('2026-12-01', '2026-12-05', 'America/Sao_Paulo')).toEqual({
			start_date: '2026-12-01T00:00:00',
			end_date: '2026-12-05T23:59:59',
		});
	});

	it('begin and end at the next time that exists once, where clocks change at midnight', () => {
		// Santiago skips 00:00 to 00:59 on September 6, and has 23:00 to 23:59 twice on April 4.
		expect(wholeDays('2026-09-06', '2026-09-06', 'America/Santiago')).toEqual({
			start_date: '2026-09-06T01:00:00',
			end_date: '2026-09-06T23:59:59',
		});
		expect(wholeDays('2026-04-04', '2026-04-04', 'America/Santiago')).toEqual({
			start_date: '2026-04-04T00:00:00',
			end_date: '2026-04-05T00:00:00',
		});
	});

	it('hold every moment at which clocks show them, and no other', () => {
		fc.assert(
			fc.property(wallClocks, ({ wall, zone: anyZone }) => {
				const day = wall.slice(0, 10);
				const [from, to] = spanOfDays(day, day, anyZone);
				for (const ms of momentsOf(wall, anyZone)) {
					expect(from <= ms && ms < to).toBe(true);
				}
				expect(wallClock(from, anyZone).slice(0, 10) >= day).toBe(true);
				expect(wallClock(to - 1_000, anyZone).slice(0, 10) <= day).toBe(true);
			}),
			{ numRuns: 800 },
		);
	});

	it('of triggers go from noon of the day before to noon of the day after', () => {
		const [from, to] = [Date.parse('2026-12-01T02:00:00Z'), Date.parse('2026-12-02T12:00:00Z')];
		expect(widerSpan(from, to, 'America/Sao_Paulo')).toEqual({
			start_date: '2026-11-29T12:00:00',
			end_date: '2026-12-03T12:00:00',
		});
		expect(widerSpan(from, undefined, 'utc')).toEqual({ start_date: '2026-11-30T12:00:00' });
	});
});

it('the offset of a zone is read once for each day, and 20,000 are kept', () => {
	const reads = jest.spyOn(IANAZone.prototype, 'offset');
	const readsOf = (first: number, days: number) => {
		reads.mockClear();
		for (let nth = 0; nth < 4 * days; nth += 1) {
			offsetAt(first * DAY_MS + nth * 6 * HOUR_MS, 'Europe/Paris');
		}
		return reads.mock.calls.length;
	};
	// And the next day, for a change of clocks.
	expect([readsOf(0, 100), readsOf(0, 100)]).toEqual([101, 0]);
	readsOf(1_000, 20_000);
	expect(readsOf(0, 100)).toBe(101);
});
