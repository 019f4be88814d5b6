import { CREATION_EVENT } from '../../service/core/vocabulary';
import { MINUTE_MS, NEVER } from '../../service/values/dates';
import { impliedEvents } from './impliedEvents';
import {
	FAILED,
	isOrderUnclear,
	LAG_MS,
	latest,
	MOST_KILLS,
	previousOf,
	withoutMoment,
	statesOf,
	without,
	type Known,
	type Row,
	type Run,
} from './row';
import { isSameState, type State } from './state';

/** The delivery of a listed difference gets this long to arrive. */
export const GRACE_MS = 20_000;
/** Without a timestamp, a delivery may be about something that was listed so long ago. */
const UNTIMED_MS = 60 * MINUTE_MS;

/** An entry of a list that was read at a moment on the service's clock. */
export interface Listed {
	by: 'list' | 'record';
	state: State;
	/** When it was begun to read. */
	at: number;
	/** Whether an appointment that is not known is a new one. If not, it is only recorded. */
	isNews?: boolean;
}

export interface Delivered {
	by: 'delivery';
	event: string;
	state: State;
	/** When the event happened; undefined if the service does not say. */
	at: number | undefined;
	receivedAt: number;
	/** If a request has shown the state: whether the event says the same. */
	refetched?: 'alike' | 'other';
}

/** What a user has chosen, and how it is compared. */
export interface Rules {
	/** @param former undefined if it is unknown */
	isWanted: (event: string, former: State | undefined, now: State) => boolean;
	/** How long the delivery of a listed difference may take, usually `GRACE_MS`. */
	graceMs: number;
	/** How late a list may show a change, usually `LAG_MS`. */
	lagMs: number;
	/** See `canonicalStart`. */
	agreement: string;
}

export interface Decision {
	row: Row;
	/**
	 * `again`: its run is starting, so the delivery has to be sent again. `duplicate`: a list
	 * has shown it, and it was reported. `abandon`: n8n has ended several times during its run.
	 */
	action: 'run' | 'wait' | 'none' | 'again' | 'duplicate' | 'abandon';
	/** If it runs. */
	run?: Run;
}

/**
 * Decides what follows from one observation of an appointment. Pure: it has no clock and no memory.
 * @param id for a run that begins
 */
export function observe(
	row: Row = { runs: [] },
	observation: Listed | Delivered,
	rules: Rules,
	id = 0,
): Decision {
	if (observation.by === 'delivery') return observeDelivery(row, observation, rules, id);
	return observeListed(row, observation, rules, id);
}

function observeListed(row: Row, listed: Listed, rules: Rules, id: number): Decision {
	const { by, state, at } = listed;
	const now = latest(row);
	const seen = { ...state, at: Math.max(at, now?.at ?? at), isListed: true };
	const isSame = (other: State | undefined) =>
		other !== undefined && isSameState(other, state, rules.agreement);
	// A moment further ahead than any lag comes from a clock that was wrong.
	const isYoung = [...statesOf(row).map((known) => known.at), row.heardAt ?? NEVER].some(
		(moment) => moment > at - rules.lagMs && moment <= at + rules.lagMs,
	);
	if (now && isSame(now)) {
		const running = row.runs.find((run) => run === now);
		if (running && by === 'list') return none(without(row, ['wait']));
		if (running) {
			const recorded = { ...running, recorded: seen };
			return none({ ...row, runs: row.runs.map((run) => (run === running ? recorded : run)) });
		}
		const next = without(row, isYoung ? ['wait'] : ['wait', 'late', 'tried']);
		return none(confirmed(next, now, isYoung ? now : state, at));
	}
	const { late, tried } = row;
	// It may show what was before. A later list says which of the two it is.
	if (now && isYoung && by === 'list') return { row, action: 'wait' };
	if (now && isYoung) return none({ ...row, late: late ?? seen });
	// An event that was delivered before the first check still has to run.
	if (by === 'record' && !tried) return none(settled(row, seen));
	if (late && isSame(late)) {
		return none(settled(row, { ...state, at: Math.max(late.at, now?.at ?? late.at) }));
	}
	if (row.runs.some((run) => run.isLate && isSame(run))) return none(row);
	// A run that waits for its turn is about a state that has passed.
	const runs = row.runs.filter((run) => run.hasBegun || run.listedAt === undefined);
	const current = runs.length < row.runs.length ? { ...row, runs } : row;
	const former = latest(current);
	if (former && isSame(former)) return none(without(current, ['wait']));

	// Without a former state, the run that was interrupted knew what has happened.
	const interrupted = former ? undefined : tried;
	const isBooked = interrupted && interrupted.event !== CREATION_EVENT;
	const events = [
		...(interrupted && isSame(interrupted) ? [interrupted.event] : []),
		...impliedEvents(former ?? (isBooked ? interrupted : undefined), state),
	];
	const event = events.find((kind) => rules.isWanted(kind, former, state));
	const isUnknown = !former && !interrupted && listed.isNews !== true;
	if (event === undefined || isUnknown) {
		return none(settled(current, seen));
	}
	const times = tried && tried.status === state.status && isSame(tried) ? tried.times : 0;
	if (times === FAILED) return none(current);
	if (times >= MOST_KILLS) return { row: settled(current, seen), action: 'abandon' };
	const { wait } = current;
	const until = isSame(wait) && wait ? wait.until : at + rules.graceMs;
	if (at < until) return { row: { ...current, wait: { ...state, until } }, action: 'wait' };
	const run = { ...seen, id, event, listedAt: at, hasBegun: false, isLate: false };
	return begun(current, { ...run, previous: withoutMoment(former) }, at);
}

function observeDelivery(row: Row, delivered: Delivered, rules: Rules, id: number): Decision {
	const { event, state, receivedAt, refetched } = delivered;
	const moment = delivered.at === undefined ? undefined : Math.min(delivered.at, receivedAt);
	const isCreation = event === CREATION_EVENT;
	/** Whether it is the delivery of what a list has shown. */
	const isOf = (other: State & { event: string }, listedAt: number) =>
		other.event === event &&
		(isCreation ||
			(isSameState(other, state, rules.agreement) &&
				(moment === undefined ? receivedAt <= listedAt + UNTIMED_MS : moment <= listedAt)));

	const reporting = row.runs.find((run) => run.listedAt !== undefined && isOf(run, run.listedAt));
	if (reporting?.hasBegun) return { row, action: 'again' };
	if (row.caught && isOf(row.caught, row.caught.at)) {
		if (row.caught.isOpen && row.tried) return { row, action: 'again' };
		const isOnlyOne = moment === undefined && !isCreation;
		return { row: isOnlyOne ? without(row, ['caught']) : row, action: 'duplicate' };
	}
	// The run of the list has not begun, so this one takes its place.
	const current = reporting ? { ...row, runs: row.runs.filter((run) => run !== reporting) } : row;
	const now = latest(current);
	// It was so when what is known was observed, too.
	const isStill =
		refetched === 'alike' && now !== undefined && isSameState(now, state, rules.agreement);
	const happenedAt = refetched === 'other' ? receivedAt : (moment ?? receivedAt);
	const saidAt = isStill ? Math.max(happenedAt, now.at) : happenedAt;
	// A creation comes first, whatever its timestamp says.
	const isFirst = isCreation && refetched !== 'other' && now !== undefined;
	const at = isFirst ? Math.min(saidAt, now.at - LAG_MS) : saidAt;
	const isLate = now !== undefined && at < now.at;
	// A list may have shown this very change already, and what is known now may have come later.
	const margin = moment === undefined ? UNTIMED_MS : LAG_MS;
	const mayBeThis = (known: Known) =>
		known !== row.reported &&
		known.isListed &&
		at < known.at + margin &&
		isSameState(known, state, rules.agreement);
	const told = { ...current, agreed: undefined };
	// What came before an event is unknown if a later one was told.
	const isUnknown = isOrderUnclear(current, rules.agreement) || at < (latest(told)?.at ?? NEVER);
	const former = isUnknown ? undefined : latest(told, (known) => !mayBeThis(known));
	if (!rules.isWanted(event, former, state)) {
		return none(isLate ? current : { ...settled(current, { ...state, at }), heardAt: receivedAt });
	}
	const run = { ...state, at, id, event, hasBegun: false, isLate };
	const previous = isLate ? undefined : previousOf(run, former, rules.agreement);
	return begun(current, { ...run, previous }, receivedAt);
}

const none = (row: Row): Decision => ({ row, action: 'none' });

function begun(row: Row, run: Run, heardAt: number): Decision {
	const next = { ...without(row, ['wait']), runs: [...row.runs, run], heardAt };
	return { row: next, action: 'run', run };
}

/** What is later than a late state leaves no doubt about which one is current. */
function settled(row: Row, seen: Known): Row {
	const isSince = row.late !== undefined && seen.at >= row.late.at;
	return {
		...without(row, ['agreed', 'tried', 'wait', ...(isSince ? (['late'] as const) : [])]),
		seen,
	};
}

/** What was unknown, or is written differently, is as the list shows it. */
function confirmed(row: Row, now: Known, listed: State, since: number): Row {
	const { start = now.start, status = now.status } = listed;
	const known = { start, status, at: now.at, isListed: now.isListed };
	const isFilled = start !== now.start || status !== now.status;
	const agreed = { ...known, at: Math.max(now.at, since - LAG_MS) };
	return isFilled ? { ...row, seen: known, agreed } : { ...row, agreed };
}
