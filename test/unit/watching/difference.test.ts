import { momentIn } from '../../../nodes/AppointmentScheduling/service/values/dates';
import {
	difference,
	previousOf,
	type Known,
	type State,
} from '../../../nodes/AppointmentScheduling/watching/difference';
import { RULES } from './support';

/** Each row is one value, as services write it. */
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
const [CANCELED, UNKNOWN] = [2, -1];

/** The rows that each field of a state is from. */
interface Rows {
	start: number;
	status: number;
	calendar: number;
}
type Case = Rows & { state: State };

const spellings = (table: string[][]): Array<[string | undefined, number]> => [
	[undefined, UNKNOWN],
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

const FIELDS = ['start', 'status', 'calendar'] as const;
const isSame = (one: Rows, other: Rows) =>
	FIELDS.every((field) => [other[field], UNKNOWN].includes(one[field]) || other[field] === UNKNOWN);
const filled = (now: Rows, before: Rows, field: keyof Rows) =>
	now[field] === UNKNOWN ? before[field] : now[field];

const known = (reported: State, more: Partial<Known> = {}): Known => ({
	reported,
	isNew: false,
	readAt: 0,
	former: [],
	...more,
});
const at = (readAt: number, isNews = true) => ({ readAt, isNews });
const event = (name: string) => ({ is: 'event', event: name });
const recorded = (isNew: boolean) => ({ is: 'record', isNew });

/** As `expect(decision).toEqual(wanted)`, for thousands of cases. */
function check(decision: unknown, wanted: unknown, ...where: unknown[]): void {
	if (JSON.stringify(decision) === JSON.stringify(wanted)) return;
	throw new Error(JSON.stringify({ where, decision, wanted }, undefined, 1));
}

it('reports each change of a known appointment once, and as created what has waited', () => {
	for (const before of CASES) {
		for (const now of CASES) {
			const status = filled(now, before, 'status');
			const isCancellation = status === CANCELED && before.status !== CANCELED;
			const change = isSame(before, now)
				? { is: 'same' }
				: event(isCancellation ? 'canceled' : 'updated');
			const later = difference(known(before.state), now.state, at(1), RULES);
			check(later, change, before, now);
			if (isSame(before, now)) continue;
			const waiting = known(before.state, { isNew: true });
			const isUndated = filled(now, before, 'start') === UNKNOWN;
			const creation = isUndated ? recorded(true) : event('created');
			const asNew = status === CANCELED ? later : creation;
			check(difference(waiting, now.state, at(1), RULES), asNew, before, now);
			// Once it has begun, it is like any other one.
			check(difference(waiting, now.state, at(1, false), RULES), later, before, now);
		}
	}
});

it('reports a new appointment once it has a start, but not one that is canceled', () => {
	for (const now of CASES) {
		const creation = now.start === UNKNOWN ? recorded(true) : event('created');
		const asNew = now.status === CANCELED ? recorded(false) : creation;
		check(difference(undefined, now.state, at(1), RULES), asNew, now);
		check(difference(undefined, now.state, at(1, false), RULES), recorded(false), now);
	}
});

it('reports a creation whose start was unknown once it is known', () => {
	const start = momentIn(STARTS[0]![0]);
	const row = known({ status: 'PENDING' }, { isNew: true });
	expect(difference(row, { status: 'PENDING' }, at(1), RULES)).toEqual({ is: 'same' });
	expect(difference(row, { status: 'PENDING', start }, at(1), RULES)).toEqual(event('created'));
});

it('records what is not selected, and what is not yet ready', () => {
	const start = momentIn(STARTS[0]![0]);
	const [before, now] = [
		{ start, status: 'PENDING' },
		{ start, status: 'CONFIRMED' },
	];
	const isSelected = jest.fn(() => false);
	const rules = { ...RULES, isSelected };
	expect(difference(known(before), now, at(1), rules)).toEqual(recorded(false));
	expect(difference(undefined, now, at(1), rules)).toEqual(recorded(false));
	expect(isSelected.mock.calls).toEqual([
		['updated', before, now],
		['created', undefined, now],
	]);
	const unready = { ...RULES, isReady: () => false };
	expect(difference(undefined, now, at(1), unready)).toEqual(recorded(true));
});

it.each([
	['PENDING', ['undecided', 'undecided', 'undecided', 'event']],
	['CONFIRMED', ['undecided', 'same', 'same', 'same']],
	['ATTENDED', ['undecided', 'event', 'event', 'event']],
])('after PENDING and CONFIRMED, decides for a minute what %s means: %j', (status, expected) => {
	const MINUTE = 60_000;
	const former = [{ state: { status: 'PENDING' }, until: 10 + MINUTE }];
	const row = known({ status: 'CONFIRMED' }, { readAt: 10, former });
	const decided = [9, 10, 9 + MINUTE, 10 + MINUTE].map(
		(readAt) => difference(row, { status }, at(readAt), RULES).is,
	);
	expect(decided).toEqual(expected);
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
