import fc from 'fast-check';

import { freeTimes } from '../../../nodes/AppointmentScheduling/availability/freeTimes';
import type { Hours } from '../../../nodes/AppointmentScheduling/availability/openTimes';
import { occupiedBy, type Span } from '../../../nodes/AppointmentScheduling/availability/slots';
import { CLOCK_CHANGES, wallClock } from '../service/values/zones';

const MINUTE = 60_000;
const DAY = 86_400_000;

function clockAt(ms: number, zone: string) {
	const [day = '', time = ''] = wallClock(ms, zone).split('T');
	const [hours, minutes] = time.split(':').map(Number);
	const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
	return { day, weekday, minute: hours! * 60 + minutes! };
}

/** A check of each minute: which ones are free, and which free times of steady days start when. */
function minuteByMinute(taken: Span[], hours: Hours, now: number) {
	const { zone, from, to, opens, closes, breaks, weekdays, duration, every, notice } = hours;
	const freeMinutes = new Map<number, string>();
	const lengths = new Map<string, number>();
	const last = Date.parse(`${to}T00:00:00Z`) + 2 * DAY;
	for (let ms = Date.parse(`${from}T00:00:00Z`) - DAY; ms < last; ms += MINUTE) {
		const { day, weekday, minute } = clockAt(ms, zone);
		lengths.set(day, (lengths.get(day) ?? 0) + 1);
		const isBreak = breaks.some((pause) => pause.from <= minute && minute < pause.to);
		const isOpen = weekdays.includes(weekday) && opens <= minute && minute < closes && !isBreak;
		const isWanted = from <= day && day <= to && ms >= now + notice * MINUTE;
		if (isOpen && isWanted && !taken.some(({ start, end }) => start <= ms && ms < end)) {
			freeMinutes.set(ms, day);
		}
	}
	const isFree = (start: number) => {
		const minutes = Array.from({ length: duration }, (_, index) => start + index * MINUTE);
		return new Set(minutes.map((ms) => freeMinutes.get(ms) ?? ms)).size === 1;
	};
	/** Whether clocks do not change on the day. */
	const isSteady = (ms: number) => lengths.get(clockAt(ms, zone).day) === 1440;
	const starts = [...freeMinutes.keys()].filter(
		(ms) => isSteady(ms) && (clockAt(ms, zone).minute - opens) % every === 0 && isFree(ms),
	);
	return { starts, isFree, isSteady };
}

const minuteOfDay = fc.oneof(
	fc.constantFrom(0, 30, 60, 105, 120, 150, 180, 540, 780, 1020, 1380, 1440),
	fc.nat(1440),
);
const between = fc
	.tuple(minuteOfDay, minuteOfDay)
	.filter(([from, to]) => from < to)
	.map(([from, to]) => ({ from, to }));

const cases = fc.record({
	place: fc.constantFrom(...CLOCK_CHANGES),
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
			status: fc.constantFrom('CONFIRMED', 'CANCELED_CLIENT'),
			end: fc.constantFrom('end_date', 'end', 'duration', 'none'),
		}),
		{ maxLength: 6 },
	),
});

it('finds the same times as a check of each minute, and none that is closed where clocks change', async () => {
	const met = { steady: 0, changing: 0 };
	await fc.assert(
		fc.asyncProperty(cases, async ({ place, open, days, nowMinute, booked, ...rest }) => {
			const { zone, day: from } = place;
			const at = (minute: number) => Date.parse(`${from}T00:00:00Z`) + minute * MINUTE;
			const moment = (minute: number) => new Date(at(minute)).toISOString();
			const to = moment(days * 1440).slice(0, 10);
			const hours: Hours = { ...rest, zone, from, to, opens: open.from, closes: open.to };
			const appointments = booked.map(({ minute, length, status, end }) => ({
				start_date: moment(minute),
				status,
				...(end === 'duration' && { duration: length }),
				...(end.startsWith('end') && { [end]: moment(minute + length) }),
			}));
			const taken = booked
				.filter(({ status }) => status === 'CONFIRMED')
				.map(({ minute, length, end }) => {
					const lasts = end === 'none' ? hours.duration : length;
					return { start: at(minute), end: at(minute + lasts) };
				});
			const occupied = await occupiedBy(appointments, zone, hours.duration);
			const calendar = { calendar_key: 'a', calendar_name: null, occupied };
			const found = await freeTimes([calendar], hours, at(nowMinute), Infinity);
			const { starts, isFree, isSteady } = minuteByMinute(taken, hours, at(nowMinute));
			const times = found.map(({ start_date, end_date }) => ({
				start: Date.parse(String(start_date)),
				end: Date.parse(String(end_date)),
			}));
			for (const { start, end } of times) {
				expect([isFree(start), end - start]).toEqual([true, hours.duration * MINUTE]);
				met[isSteady(start) ? 'steady' : 'changing'] += 1;
			}
			expect(times.map(({ start }) => start).filter(isSteady)).toEqual(starts);
		}),
		{ numRuns: 150 },
	);
	expect(Math.min(met.steady, met.changing)).toBeGreaterThan(100);
});

const everyMinute: Hours = {
	zone: 'UTC',
	from: '2026-05-01',
	to: '2026-07-01',
	opens: 0,
	closes: 1440,
	breaks: [],
	weekdays: [1, 2, 3, 4, 5, 6, 7],
	duration: 1,
	every: 1,
	notice: 0,
};
const free = (calendar_key: string, occupied: Span[] = []) => ({
	calendar_key,
	calendar_name: null,
	occupied,
});

it('returns the earliest of several calendars, at the same time those of the first one first', async () => {
	const first = Date.parse('2026-05-01T00:00:00Z');
	const calendars = [free('a', [{ start: first, end: first + MINUTE }]), free('b'), free('c')];
	const found = await freeTimes(calendars, everyMinute, 0, 4);
	expect(
		found.map(({ start_date, calendar_key }) => `${String(start_date)} ${String(calendar_key)}`),
	).toEqual([
		'2026-05-01T00:00:00+00:00 b',
		'2026-05-01T00:00:00+00:00 c',
		'2026-05-01T00:01:00+00:00 a',
		'2026-05-01T00:01:00+00:00 b',
	]);
});

it.each(['2026-03-29', '2026-10-25'])(
	'finds all times of the day on which clocks change at night, %s',
	async (day) => {
		const hours: Hours = {
			...everyMinute,
			zone: 'Europe/Madrid',
			from: day,
			to: day,
			opens: 540,
			closes: 1020,
			duration: 30,
			every: 30,
		};
		const found = await freeTimes([free('a')], hours, 0, Infinity);
		expect(found).toHaveLength(16);
		expect(found[0]?.start_date).toContain(`${day}T09:00:00`);
		expect(found[15]?.end_date).toContain(`${day}T17:00:00`);
	},
);

it('offers nothing that clocks may show as closed, where they show 02:00 to 03:00 twice', async () => {
	const startsOf = async (opens: number, closes: number) => {
		const night = { zone: 'Europe/Madrid', from: '2026-10-25', to: '2026-10-25' };
		const hours: Hours = { ...everyMinute, ...night, opens, closes, duration: 30, every: 30 };
		return (await freeTimes([free('a')], hours, 0, Infinity)).map(({ start_date }) => start_date);
	};
	expect(await startsOf(90, 150)).toEqual([
		'2026-10-25T01:30:00+02:00',
		'2026-10-25T02:00:00+02:00',
	]);
	expect(await startsOf(150, 210)).toEqual([
		'2026-10-25T02:30:00+01:00',
		'2026-10-25T03:00:00+01:00',
	]);
});

it('leaves n8n time for other work', async () => {
	let turns = 0;
	const count = () => {
		turns += 1;
		counting = setImmediate(count);
	};
	let counting = setImmediate(count);
	const found = await freeTimes([free('a')], everyMinute, 0, Infinity);
	clearImmediate(counting);
	expect(found.length).toBeGreaterThan(80_000);
	expect(turns).toBeGreaterThan(3);
});
