import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import {
	freeTimes as timesBetween,
	type Hours,
} from '../../../nodes/AppointmentScheduling/service/freeTimes';
import { occupiedBy } from '../../../nodes/AppointmentScheduling/service/slots';
import { CLOCK_CHANGES, wallClock } from './values/zones';

const MINUTE = 60_000;
const DAY = 86_400_000;

interface Clock {
	day: string;
	weekday: number;
	minute: number;
}

const clocks = new Map<string, Clock>();

function clockAt(ms: number, zone: string): Clock {
	const known = clocks.get(`${ms} ${zone}`);
	if (known) return known;
	const [day = '', time = ''] = wallClock(ms, zone).split('T');
	const [hours, minutes] = time.split(':').map(Number);
	const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
	const clock = { day, weekday, minute: hours! * 60 + minutes! };
	clocks.set(`${ms} ${zone}`, clock);
	return clock;
}

const freeTimes = (appointments: IDataObject[], hours: Hours, now: number) =>
	timesBetween(occupiedBy(appointments, hours.zone, hours.duration), hours, now);

interface Booked {
	start: number;
	end: number;
	isCanceled: boolean;
}

/** The starts of free times, found by looking at each minute. */
function minuteByMinute(booked: Booked[], hours: Hours, now: number): number[] {
	const { zone, from, to, opens, closes, breaks, weekdays, duration, every, notice } = hours;
	const isOpen = (ms: number) => {
		const { weekday, minute } = clockAt(ms, zone);
		const isBreak = breaks.some((pause) => pause.from <= minute && minute < pause.to);
		return weekdays.includes(weekday) && opens <= minute && minute < closes && !isBreak;
	};
	const isTaken = (ms: number) =>
		booked.some(({ start, end, isCanceled }) => !isCanceled && start <= ms && ms < end);
	const starts: number[] = [];
	const last = Date.parse(`${to}T00:00:00Z`) + 2 * DAY;
	for (let ms = Date.parse(`${from}T00:00:00Z`) - DAY; ms < last; ms += MINUTE) {
		const { day, minute } = clockAt(ms, zone);
		const isStart = from <= day && day <= to && minute >= opens && (minute - opens) % every === 0;
		if (!isStart || ms < now + notice * MINUTE) continue;
		const minutes = Array.from({ length: duration }, (_, index) => ms + index * MINUTE);
		if (minutes.every((each) => isOpen(each) && !isTaken(each))) starts.push(ms);
	}
	return starts;
}

const minuteOfDay = fc.oneof(
	fc.constantFrom(0, 60, 120, 180, 540, 780, 1020, 1380, 1440),
	fc.nat(1440),
);
const between = fc
	.tuple(minuteOfDay, minuteOfDay)
	.filter(([from, to]) => from < to)
	.map(([from, to]) => ({ from, to }));

const cases = fc.constantFrom(...CLOCK_CHANGES).chain(({ zone, day }) =>
	fc.record({
		zone: fc.constant(zone),
		from: fc.constant(day),
		days: fc.nat(1),
		open: between,
		breaks: fc.array(between, { maxLength: 2 }),
		weekdays: fc.oneof(
			fc.constant<number[]>([1, 2, 3, 4, 5, 6, 7]),
			fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 4 }),
		),
		duration: fc.constantFrom(10, 20, 30, 45, 60, 90, 240),
		every: fc.constantFrom(7, 15, 30, 45, 60, 90),
		notice: fc.constantFrom(0, 0, 60, 1000),
		nowMinute: fc.integer({ min: -1440, max: 1440 }),
		booked: fc.array(
			fc.record({
				minute: fc.integer({ min: -900, max: 3000 }),
				length: fc.constantFrom(5, 30, 45, 120, 700),
				isCanceled: fc.boolean(),
				end: fc.constantFrom('end_date', 'end', 'duration', 'none'),
			}),
			{ maxLength: 6 },
		),
	}),
);

it('finds the same times as a check of each minute', () => {
	let offered = 0;
	fc.assert(
		fc.property(cases, ({ open, from, days, nowMinute, booked, ...rest }) => {
			const midnight = Date.parse(`${from}T00:00:00Z`);
			const to = new Date(midnight + days * DAY).toISOString().slice(0, 10);
			const hours: Hours = { ...rest, from, to, opens: open.from, closes: open.to };
			const appointments = booked.map(({ minute, length, isCanceled, end }): IDataObject => {
				const start = midnight + minute * MINUTE;
				const moment = (ms: number) => new Date(ms).toISOString();
				return {
					start_date: moment(start),
					status: isCanceled ? 'CANCELED_CLIENT' : 'CONFIRMED',
					...(end === 'duration' && { duration: length }),
					...(end.startsWith('end') && { [end]: moment(start + length * MINUTE) }),
				};
			});
			const expected = minuteByMinute(
				booked.map(({ minute, length, isCanceled, end }) => {
					const start = midnight + minute * MINUTE;
					const lasts = end === 'none' ? hours.duration : length;
					return { start, end: start + lasts * MINUTE, isCanceled };
				}),
				hours,
				midnight + nowMinute * MINUTE,
			);
			const found = freeTimes(appointments, hours, midnight + nowMinute * MINUTE);
			offered += found.length;
			expect(found.map(({ start }) => start)).toEqual(expected);
			expect(found.every(({ start, end }) => end - start === hours.duration * MINUTE)).toBe(true);
		}),
		{ numRuns: 300 },
	);
	expect(offered).toBeGreaterThan(300);
});

const night: Hours = {
	zone: 'Europe/Madrid',
	from: '2027-10-31',
	to: '2027-10-31',
	opens: 60,
	closes: 240,
	breaks: [],
	weekdays: [7],
	duration: 30,
	every: 30,
	notice: 0,
};

it('offers neither of the two moments that a start without an offset may mean when clocks are set back', () => {
	const free = freeTimes([{ start_date: '2027-10-31T02:30:00' }], night, 0);
	const starts = free.map(({ start }) => new Date(start).toISOString().slice(11, 16));
	expect(starts).toEqual(['23:00', '23:30', '00:00', '02:00', '02:30']);
});
