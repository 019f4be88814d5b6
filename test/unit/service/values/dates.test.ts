import fc from 'fast-check';
import { DateTime } from 'luxon';

import {
	dayBounds,
	filterDate,
	hasOffset,
	instantOf,
	offsetsAt,
	validZone,
	writtenLike,
} from '../../../../nodes/AppointmentScheduling/service/values/dates';
import { moments, wallClock, zones } from './zones';

import { problem } from './problem';

const field = 'Start Date';
const zone = 'Europe/Madrid';

describe('a date of a filter', () => {
	it.each([
		['2026-03-29T10:00:00', '2026-03-29T10:00:00'],
		['2026-03-29 10:00:00', '2026-03-29T10:00:00'],
		['2026-03-29T10:00', '2026-03-29T10:00:00'],
		[' 2026-03-29T10:00:59.999 ', '2026-03-29T10:00:59'],
		['2026-03-29', '2026-03-29T00:00:00'],
		// Clocks in Madrid jump over this one; as a bound of a list it is still clear.
		['2026-03-29T02:30:00', '2026-03-29T02:30:00'],
		['2026-03-29T10:00:00Z', '2026-03-29T12:00:00'],
		['2026-03-29T10:00:00-05:00', '2026-03-29T17:00:00'],
		['2026-03-29T10:00:00+02', '2026-03-29T10:00:00'],
		['2026-03-29t10:00:00z', '2026-03-29T12:00:00'],
		[new Date('2026-03-29T10:00:00Z'), '2026-03-29T12:00:00'],
		[DateTime.fromISO('2026-03-29T10:00:00', { zone: 'Asia/Tokyo' }), '2026-03-29T03:00:00'],
	])('%p is sent as %p', (given, sent) => {
		expect(filterDate(given, zone, field)).toBe(sent);
	});

	it('without a time ends with the last second of the day if it is an end', () => {
		expect(filterDate('2026-03-29', zone, 'End Date', 'end')).toBe('2026-03-29T23:59:59');
		expect(filterDate('2026-03-29T10:00', zone, 'End Date', 'end')).toBe('2026-03-29T10:00:00');
	});

	it('with an offset is sent as the local time of the zone, in all zones at all times', () => {
		fc.assert(
			fc.property(zones, moments, (anyZone, moment) => {
				const wall = wallClock(moment, anyZone);
				expect(filterDate(new Date(moment).toISOString(), anyZone, field)).toBe(wall);
				expect(filterDate(DateTime.fromMillis(moment), anyZone, field)).toBe(wall);
				expect(dayBounds(new Date(moment), anyZone, field)).toEqual([
					`${wall.slice(0, 10)}T00:00:00`,
					`${wall.slice(0, 10)}T23:59:59`,
				]);
			}),
			{ numRuns: 400 },
		);
	});
});

it.each([
	['2026-03-29', '2026-03-29'],
	['2026-03-29T23:59:59', '2026-03-29'],
	['2026-03-29T23:30:00Z', '2026-03-30'],
	['2026-10-25T00:30:00+02:00', '2026-10-25'],
	[DateTime.fromISO('2026-06-01T01:00:00', { zone: 'Asia/Tokyo' }), '2026-05-31'],
	// Midnight stands for its day in every zone.
	[DateTime.fromISO('2026-06-01T00:00:00', { zone: 'Asia/Tokyo' }), '2026-06-01'],
	[' 2026-06-01T00:00:00.000+09:00 ', '2026-06-01'],
])('On Date %p is the day %p from its first to its last second', (given, day) => {
	expect(dayBounds(given, zone, 'On Date')).toEqual([`${day}T00:00:00`, `${day}T23:59:59`]);
});

it('accepts IANA names of time zones only', () => {
	expect(validZone(' America/Argentina/Buenos_Aires ')).toBe('America/Argentina/Buenos_Aires');
	for (const unknown of ['', 'Madrid', 'Mars/Olympus', 'local', '+02:00:00x', undefined, 3]) {
		const { message, remedy } = problem(() => validZone(unknown));
		const shown = typeof unknown === 'string' ? unknown : '';
		expect(message).toBe(`'Timezone': "${shown}" is not a time zone`);
		expect(remedy).toBe('Enter a name such as Europe/Madrid');
	}
});

it.each([
	['2026-03-29T10:00:00+02:00', Date.parse('2026-03-29T08:00:00Z')],
	['2026-03-29T10:00:00Z', Date.parse('2026-03-29T10:00:00Z')],
	['2026-03-29 10:00:00', Date.parse('2026-03-29T10:00:00Z')],
	['soon', undefined],
	['2026-02-30T10:00:00Z', undefined],
	[undefined, undefined],
	[5, undefined],
	[['2026-03-29T10:00:00Z'], undefined],
])('the start %p is at %p', (text, moment) => {
	expect(instantOf(text)).toBe(moment);
});

it('a start without an offset is read in its zone', () => {
	const read = instantOf('2026-01-29T10:00:00', 'America/New_York');
	expect(read).toBe(Date.parse('2026-01-29T15:00:00Z'));
});

it.each([
	['2026-03-29T10:00:00+02:00', true],
	[' 2026-03-29 10:00Z ', true],
	['2026-03-29T10:00:00', false],
	['2026-03-29', false],
	['later', false],
	[new Date(0), true],
	[DateTime.fromMillis(0), true],
	[null, false],
	[5, false],
])('%p has an offset: %p', (value, expected) => {
	expect(hasOffset(value)).toBe(expected);
});

it.each([
	['2026-01-29T10:00:00Z', { written: '+00:00', inZone: '+01:00' }],
	['2026-07-29 10:00:00 -03:00', { written: '-03:00', inZone: '+02:00' }],
	['2026-07-29T10:00:00', undefined],
	['2026-02-30T10:00:00Z', undefined],
	[undefined, undefined],
])('the offsets at %p are %p', (value, offsets) => {
	expect(offsetsAt(value, zone)).toEqual(offsets);
});

describe('a moment in the notation of the service', () => {
	const summer = Date.parse('2026-07-01T10:00:00Z');

	it.each([
		['2026-06-10T10:00:00Z', '2026-07-01T10:00:00Z'],
		['2026-06-10T10:00:00.000z', '2026-07-01T10:00:00Z'],
		['2026-06-10T10:00:00', '2026-07-01T12:00:00'],
		['2026-06-10 10:00', '2026-07-01T12:00:00'],
		['2026-06-10', '2026-07-01T12:00:00'],
		[' 2026-06-10 10:00:00Z ', '2026-07-01T10:00:00Z'],
		['2026-06-10T10:00:00+02:00', '2026-07-01T12:00:00+02:00'],
		// The offset that the zone has in winter: the zone decides, not the number.
		['2026-01-10T10:00:00+0100', '2026-07-01T12:00:00+02:00'],
		['2026-06-10T10:00:00-05:00', '2026-07-01T05:00:00-05:00'],
		['next week', '2026-07-01T12:00:00+02:00'],
		[null, '2026-07-01T12:00:00+02:00'],
	])('like %p: %p', (sample, written) => {
		expect(writtenLike(sample, summer, zone)).toBe(written);
	});

	it('is the same moment in every zone and notation', () => {
		const samples = fc.constantFrom('2026-01-10T10:00:00Z', '2026-06-10T10:00:00+05:45', '');
		fc.assert(
			fc.property(zones, moments, samples, (anyZone, moment, sample) => {
				const seconds = Math.floor(moment / 1000) * 1000;
				expect(instantOf(writtenLike(sample, seconds, anyZone))).toBe(seconds);
			}),
		);
	});
});
