import { momentIn } from '../../../nodes/AppointmentScheduling/service/values/dates';
import {
	difference,
	previousOf,
	type Known,
	type Rules,
	type State,
} from '../../../nodes/AppointmentScheduling/watching/difference';

/** Each row is one start, as services write it. */
const STARTS = [
	['2026-11-23T10:00:00+01:00', '2026-11-23T09:00:00.300Z', '2026-11-23 05:00-0400'],
	['2026-11-23T11:00:00+01:00'],
];
const STATUSES = [
	['IN_PROGRESS', 'In_Progress'],
	['PENDING'],
	['CANCELED', 'CANCELLED_CLIENT', 'declined'],
];
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
			state: { start: momentIn(start), status, calendar },
			start: startRow,
			status: statusRow,
			calendar: calendarRow,
		})),
	),
);

const CANCELED = 2;
const UNKNOWN = -1;
const isSame = (one: Case, other: Case) =>
	(['start', 'status', 'calendar'] as const).every(
		(field) => one[field] === other[field] || one[field] === -1 || other[field] === -1,
	);

const known = (reported: State, more: Partial<Known> = {}): Known => ({
	reported,
	isNew: false,
	readAt: 0,
	former: [],
	...more,
});

/** Everything is wanted, or only one calendar, or only one status, for which a creation waits. */
const FILTERS: Array<{ calendar?: number; status?: number }> = [{}, { calendar: 0 }, { status: 1 }];

function rulesFor({ calendar, status }: (typeof FILTERS)[number]): Rules {
	const isReady = (state: State) =>
		status === undefined || [undefined, ...STATUSES[status]!].includes(state.status);
	const isThere = (state: State) =>
		calendar === undefined || [undefined, ...CALENDARS[calendar]!].includes(state.calendar);
	return { isReady, isSelected: (_event, _before, now) => isReady(now) && isThere(now) };
}

type Rows = Omit<Case, 'state'>;
const fits = (wanted: number | undefined, row: number) =>
	wanted === undefined || [UNKNOWN, wanted].includes(row);
const passesIn = ({ calendar, status }: (typeof FILTERS)[number], now: Rows) =>
	fits(calendar, now.calendar) && fits(status, now.status);

function creationOf({ calendar, status }: (typeof FILTERS)[number], now: Rows) {
	if (now.start === UNKNOWN || !fits(status, now.status)) return { is: 'record', isNew: true };
	return fits(calendar, now.calendar)
		? { is: 'event', event: 'created' }
		: { is: 'record', isNew: false };
}

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

const at = (readAt: number, isNews = true) => ({ readAt, isNews });

it.each(FILTERS)('reports each change of a known appointment once, filtered by %j', (filter) => {
	const rules = rulesFor(filter);
	for (const before of CASES) {
		for (const now of CASES) {
			const decision = difference(known(before.state), now.state, at(1), rules);
			const after = filled(now, before);
			const isCancellation = after.status === CANCELED && before.status !== CANCELED;
			const event = isCancellation ? 'canceled' : 'updated';
			const another = passesIn(filter, after)
				? { is: 'event', event }
				: { is: 'record', isNew: false };
			check(decision, isSame(before, now) ? { is: 'same' } : another, before, now);
		}
	}
});

it.each(FILTERS)(
	'reports a new appointment once it has a start and the wanted status, filtered by %j',
	(filter) => {
		const rules = rulesFor(filter);
		for (const now of CASES) {
			for (const isNews of [true, false]) {
				const mayRun = isNews && now.status !== CANCELED;
				const decision = difference(undefined, now.state, at(1, isNews), rules);
				const asNew = mayRun ? creationOf(filter, now) : { is: 'record', isNew: false };
				check(decision, asNew, now, isNews);
			}
		}
	},
);

it.each(FILTERS)('reports as created what has waited, filtered by %j', (filter) => {
	const rules = rulesFor(filter);
	for (const before of CASES) {
		for (const now of CASES.filter((one) => !isSame(before, one))) {
			const row = known(before.state, { isNew: true });
			const after = filled(now, before);
			const isStillNew = after.status !== CANCELED;
			const later = difference({ ...row, isNew: false }, now.state, at(1), rules);
			const asNew = isStillNew ? creationOf(filter, after) : later;
			check(difference(row, now.state, at(1), rules), asNew, before, now);
			// Once it has begun, it is like any other one.
			check(difference(row, now.state, at(1, false), rules), later, before, now);
		}
	}
});

it('leaves the former state undecided for a minute, for every triple of states', () => {
	const rules = rulesFor({});
	const MINUTE = 60_000;
	// One spelling of each state: the pairs above have the others.
	const texts = new Set<unknown>([undefined, ...STARTS.map(([first]) => momentIn(first)?.text)]);
	const plain = CASES.filter(
		({ state: { start, status } }) =>
			texts.has(start?.text) &&
			start?.ms !== momentIn('2026-11-23T09:00:00.300Z')?.ms &&
			(status === undefined || STATUSES.some(([first]) => first === status)),
	);
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

it('reports a creation whose start was unknown once it is known', () => {
	const start = momentIn(STARTS[0]![0]);
	const row = known({ status: 'PENDING' }, { isNew: true });
	expect(difference(row, { status: 'PENDING' }, at(1), rulesFor({}))).toEqual({ is: 'same' });
	const created = { is: 'event', event: 'created' };
	expect(difference(row, { status: 'PENDING', start }, at(1), rulesFor({}))).toEqual(created);
});

it('shows what was known before, and null for what was not', () => {
	const start = momentIn({ dateTime: '2026-11-23T10:00:00.250-03:00', timeZone: 'anything' });
	expect(previousOf({ start, status: 'PENDING', calendar: 'cal-a' })).toEqual({
		start_date: '2026-11-23T10:00:00-03:00',
		status: 'PENDING',
		calendar_key: 'cal-a',
	});
	expect(previousOf()).toEqual({ start_date: null, status: null, calendar_key: null });
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
	const start = momentIn(STARTS[0]![0]);
	const [before, now] = [
		{ start, status: 'PENDING' },
		{ start, status: 'CONFIRMED' },
	];
	const recorded = { is: 'record', isNew: false };
	expect(difference(known(before), now, at(1), rules)).toEqual(recorded);
	expect(difference(undefined, now, at(1), rules)).toEqual(recorded);
	expect(asked).toEqual([
		['updated', before, now],
		['created', undefined, now],
	]);
});
