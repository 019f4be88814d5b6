import { CREATION_EVENT, EVENT_KINDS, UPDATE_EVENT } from '../../service/core/vocabulary';
import { MINUTE_MS, NEVER } from '../../service/values/dates';
import { isSameState, type State } from './state';

/** A list may show a change so much later than its event says. */
export const LAG_MS = MINUTE_MS;

/** A state with its moment, in ms on the service's clock. */
export interface Known extends State {
	at: number;
	/** Whether a list has shown it, so that it may have begun before this moment. */
	isListed?: boolean;
}

export interface Run extends Known {
	id: number;
	event: string;
	/** When the list was read that has shown the state; undefined if it was delivered. */
	listedAt?: number;
	/** Whether its execution has reached the trigger. It may wait for its turn before. */
	hasBegun: boolean;
	/** Whether something later was known when it was delivered. */
	isLate: boolean;
	/** The state before, if it is known and another one. */
	previous?: State;
	/** What the first check has shown meanwhile. It is known if the run fails. */
	recorded?: Known;
}

/** All that is known of one appointment. */
export interface Row {
	/** The last state that a run was about. Only this keeps a delivery from running. */
	reported?: Known;
	/** The last state that needed no run. */
	seen?: Known;
	/** The last state that a list has shown and a run has reported. Its delivery does not run. */
	caught?: Known & {
		event: string;
		/** Whether another process is still reporting it, or was killed meanwhile. */
		isOpen?: boolean;
	};
	/** A state that was reported although a later one was known, until a list shows which one is current. */
	late?: Known;
	/** A state whose runs were interrupted or have failed. */
	tried?: State & { times: number; event: string };
	/** What lists have confirmed, as of when they began to lag. Not stored. */
	agreed?: Known;
	/** Runs in progress, oldest first. Not stored. */
	runs: Run[];
	/** A listed difference, and until when its delivery may still arrive. Not stored. */
	wait?: State & { until: number };
	/** When anything was observed last that no list may show yet. Not stored. */
	heardAt?: number;
}

/** A run that was interrupted so often by the end of n8n is not started again by a list. */
export const MOST_KILLS = 3;
/** Instead of a number of kills: it has failed, although it had to succeed. */
export const FAILED = 9;

/** Of the same moment, what was observed last comes last. */
export const statesOf = ({ reported, seen, agreed, runs }: Row): Known[] =>
	[reported, seen, agreed, ...runs].filter((known) => known !== undefined);

/** The latest known state, in progress or not. */
export function latest(
	row: Row | undefined,
	test: (known: Known) => boolean = () => true,
): Known | undefined {
	let found: Known | undefined;
	for (const known of row ? statesOf(row) : []) {
		if (test(known) && known.at >= (found?.at ?? NEVER)) found = known;
	}
	return found;
}

/** Whether something later is known in one row. What a list has shown may have happened before. */
export function isAfter(row: Row, other: Row): boolean {
	const { at, isListed } = latest(other) ?? { at: NEVER };
	return (latest(row)?.at ?? NEVER) > at - (isListed ? LAG_MS : 0);
}

/** A list may lag, so a late delivery from shortly before it may be later than what it has shown. */
export function isOrderUnclear(row: Row, agreement: string): boolean {
	const now = latest(row);
	return (
		now?.isListed === true &&
		[row.late, ...row.runs.filter(({ isLate }) => isLate)].some(
			(known) => known && known.at > now.at - LAG_MS && !isSameState(known, now, agreement),
		)
	);
}

/**
 * What outlives the process: instead of a run in progress, that it was tried. Undefined for nothing.
 * @param areElsewhere whether other processes receive deliveries and have to know which states are being reported
 */
export function storedRow(row: Row, areElsewhere = false): Row | undefined {
	const { runs } = row;
	const kept = { ...row, runs: [] };
	// A list that lags may have shown what was before these runs.
	const isOpen = runs.length > 0 && row.late?.isListed === true;
	const { reported, seen, late } = isOpen ? kept : withLatePromoted(kept);
	const tried = runs.reduce(triedOnceMore, row.tried);
	const reporting = areElsewhere
		? runs.findLast(({ listedAt, hasBegun }) => listedAt !== undefined && hasBegun)
		: undefined;
	const caught = reporting ? { ...caughtBy(reporting), isOpen: true } : row.caught;
	const isAny = [reported, seen, caught, late, tried].some((part) => part !== undefined);
	return isAny ? { reported, seen, caught, late, tried, runs: [] } : undefined;
}

/** If nothing later is known any more, what was late is the last state. */
export function withLatePromoted(row: Row): Row {
	const { late } = row;
	const now = latest(row);
	if (!late || late.at < (now?.at ?? NEVER) || (now && late.isListed)) return row;
	return {
		...without(row, ['agreed', 'late', 'seen']),
		[late.isListed ? 'seen' : 'reported']: late,
	};
}

export const caughtBy = ({ start, status, at, listedAt = at, event }: Run) => ({
	start,
	status,
	at: listedAt,
	event,
});

function triedOnceMore(tried: Row['tried'], { start, status, ...run }: Run): Row['tried'] {
	const isSame = tried && tried.start === start && tried.status === status;
	if (isSame && tried.times === FAILED) return tried;
	const times = isSame ? Math.min(tried.times + 1, MOST_KILLS) : 1;
	// A list shows no other kinds of events.
	const event = run.event in EVENT_KINDS ? run.event : UPDATE_EVENT;
	return { start, status, times, event };
}

/** Without its moment. */
export const withoutMoment = (known: State | undefined): State | undefined =>
	known && { start: known.start, status: known.status };

/** For an item; an appointment is created only once. */
export const previousOf = (
	run: State & { event: string },
	former: State | undefined,
	agreement: string,
): State | undefined =>
	former === undefined || run.event === CREATION_EVENT || isSameState(former, run, agreement)
		? undefined
		: withoutMoment(former);

/** The same row if it has none of these. */
export function without(
	row: Row,
	names: Array<'agreed' | 'caught' | 'late' | 'seen' | 'tried' | 'wait'>,
): Row {
	if (names.every((name) => row[name] === undefined)) return row;
	const next = { ...row };
	for (const name of names) delete next[name];
	return next;
}
