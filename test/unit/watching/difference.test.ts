import {
	difference,
	type Known,
	type Reading,
	type Rules,
} from '../../../nodes/AppointmentScheduling/watching/difference';
import type { State } from '../../../nodes/AppointmentScheduling/watching/state';
import type { Key } from '../../../nodes/AppointmentScheduling/service/values/keys';

const ZONE = 'Europe/Madrid';

/** Each row is one start, as services write it. */
const STARTS = [
	['2026-11-23T10:00:00+01:00', '2026-11-23T09:00:00Z', '2026-11-23 10:00:00'],
	['2026-11-23T11:00:00+01:00', '2026-11-23T11:00'],
];
const STATUSES = [['IN_PROGRESS', 'In progress'], ['PENDING'], ['CANCELED', 'CANCELED_CLIENT']];
const CALENDARS = [['cal-a'], ['cal-b']];

/** A state, and which row of the tables each field is from. -1 is unknown. */
interface Case {
	state: State;
	start: number;
	status: number;
	calendar: number;
}

const spellings = (table: string[][]): Array<[string | undefined, number]> => [
	[undefined, -1],
	...table.flatMap((row, index) => row.map((text): [string, number] => [text, index])),
];

const CASES: Case[] = spellings(STARTS).flatMap(([start, startRow]) =>
	spellings(STATUSES).flatMap(([status, statusRow]) =>
		spellings(CALENDARS).map(([calendar, calendarRow]) => ({
			state: { start, status, calendar: calendar as Key | undefined },
			start: startRow,
			status: statusRow,
			calendar: calendarRow,
		})),
	),
);

const CANCELED = 2;
const isSame = (one: Case, other: Case) =>
	(['start', 'status', 'calendar'] as const).every(
		(field) => one[field] === other[field] || one[field] === -1 || other[field] === -1,
	);

const known = (told: State, more: Partial<Known> = {}): Known => ({
	told,
	isNew: false,
	readAt: 0,
	former: [],
	...more,
});

/** Everything is wanted, or only one calendar or one status. */
const FILTERS: Array<{ calendar?: number; status?: number }> = [{}, { calendar: 0 }, { status: 1 }];

function rulesFor({ calendar, status }: (typeof FILTERS)[number]): Rules {
	const passes = (state: State) =>
		(calendar === undefined || [undefined, ...CALENDARS[calendar]!].includes(state.calendar)) &&
		(status === undefined || [undefined, ...STATUSES[status]!].includes(state.status));
	return { zone: ZONE, passes, isSelected: () => true };
}

const passesIn = (filter: (typeof FILTERS)[number], now: { calendar: number; status: number }) =>
	(['calendar', 'status'] as const).every(
		(field) => filter[field] === undefined || [-1, filter[field]].includes(now[field]),
	);

const filled = (now: Case, before: Case) => ({
	start: now.start === -1 ? before.start : now.start,
	status: now.status === -1 ? before.status : now.status,
	calendar: now.calendar === -1 ? before.calendar : now.calendar,
});

/** As `expect(decision).toEqual(wanted)`, for a hundred thousand cases. */
function check(decision: unknown, wanted: unknown, ...where: unknown[]): void {
	if (JSON.stringify(decision) === JSON.stringify(wanted)) return;
	throw new Error(JSON.stringify({ where, decision, wanted }, undefined, 1));
}

const at = (readAt: number, isNews = true): Reading => ({ readAt, isNews });

it.each(FILTERS)('tells each change of a known appointment once, filtered by %j', (filter) => {
	const rules = rulesFor(filter);
	for (const before of CASES) {
		for (const now of CASES) {
			const decision = difference(known(before.state), now.state, at(1), rules);
			const after = filled(now, before);
			const isCancellation = after.status === CANCELED && before.status !== CANCELED;
			const event = isCancellation ? 'appointment.canceled' : 'appointment.updated';
			const another = passesIn(filter, after)
				? { is: 'event', event }
				: { is: 'record', isNew: false };
			check(decision, isSame(before, now) ? { is: 'same' } : another, before, now);
		}
	}
});

it.each(FILTERS)('tells a new appointment once it passes the filters %j', (filter) => {
	const rules = rulesFor(filter);
	for (const now of CASES) {
		for (const isNews of [true, false]) {
			const mayRun = isNews && now.status !== CANCELED;
			const asNew = passesIn(filter, now)
				? { is: 'event', event: 'appointment.created' }
				: { is: 'record', isNew: true };
			const decision = difference(undefined, now.state, at(1, isNews), rules);
			check(decision, mayRun ? asNew : { is: 'record', isNew: false }, now, isNews);
		}
	}
});

it.each(FILTERS)('tells as created what did not pass the filters %j before', (filter) => {
	const rules = rulesFor(filter);
	for (const before of CASES) {
		for (const now of CASES.filter((one) => !isSame(before, one))) {
			const row = known(before.state, { isNew: true });
			const after = filled(now, before);
			const isStillNew = after.status !== CANCELED;
			const later = difference({ ...row, isNew: false }, now.state, at(1), rules);
			const asNew = passesIn(filter, after)
				? { is: 'event', event: 'appointment.created' }
				: { is: 'record', isNew: true };
			check(difference(row, now.state, at(1), rules), isStillNew ? asNew : later, before, now);
			// Once it has begun, it is like any other one.
			check(difference(row, now.state, at(1, false), rules), later, before, now);
		}
	}
});

it('leaves the former state undecided for a minute, for every triple of states', () => {
	const rules = rulesFor({});
	const MINUTE = 60_000;
	// One spelling of each state: the pairs above have the others.
	const plain = CASES.filter(({ state: { start, status } }) => {
		const isFirst = (text: string | undefined, table: string[][]) =>
			text === undefined || table.some(([first]) => first === text);
		return isFirst(start, STARTS) && isFirst(status, STATUSES);
	});
	for (const former of plain) {
		for (const told of plain.filter((one) => !isSame(former, one))) {
			const row = known(told.state, {
				readAt: 10,
				former: [{ state: former.state, until: 10 + MINUTE }],
			});
			for (const now of plain) {
				const decide = (readAt: number) => difference(row, now.state, at(readAt), rules).is;
				const settled = isSame(told, now) ? 'same' : 'event';
				const soon = settled === 'event' && isSame(former, now) ? 'undecided' : settled;
				const decided = [decide(9), decide(10), decide(9 + MINUTE), decide(10 + MINUTE)];
				check(decided, ['undecided', soon, soon, settled], former, told, now);
			}
		}
	}
});

it('compares starts with an offset as moments, others as digits, and takes either for one of each', () => {
	const decide = (before: string, now: string) =>
		difference(known({ start: before }), { start: now }, at(1), rulesFor({})).is;
	const clock = '2026-11-23T10:00:00';
	for (const [before, now, is] of [
		[`${clock}+01:00`, `${clock}+05:00`, 'event'],
		[`${clock}+05:00`, clock, 'same'],
		['2026-11-23T13:00:00+04:00', clock, 'same'],
		['2026-11-23T14:00:00+04:00', clock, 'event'],
		[clock, '2026-11-23T10:00:30', 'event'],
		[`${clock}.000`, clock, 'same'],
	] as const) {
		expect([before, now, decide(before, now), decide(now, before)]).toEqual([before, now, is, is]);
	}
});

it('runs nothing for an event that is not selected, and records it', () => {
	const asked: unknown[] = [];
	const rules: Rules = {
		...rulesFor({}),
		isSelected: (...change) => {
			asked.push(change);
			return false;
		},
	};
	const [before, now] = [{ status: 'PENDING' }, { status: 'CONFIRMED' }];
	const recorded = { is: 'record', isNew: false };
	expect(difference(known(before), now, at(1), rules)).toEqual(recorded);
	expect(difference(undefined, now, at(1), rules)).toEqual(recorded);
	expect(asked).toEqual([
		['appointment.updated', before, now],
		['appointment.created', undefined, now],
	]);
});
