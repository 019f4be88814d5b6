import {
	CANCELLATION_EVENT,
	CREATION_EVENT,
	isCanceledStatus,
	UPDATE_EVENT,
} from '../service/core/vocabulary';
import { filledIn, isSameState, type State } from './state';

/** What is known of one appointment. Moments are in ms of a monotonic clock. */
export interface Known {
	/** The state that was last told or recorded. */
	told: State;
	/** Whether its creation has not run yet, because it did not pass the filters. */
	isNew: boolean;
	/** When the newest read began that has shown `told`. */
	readAt: number;
	/** The states before it, each with the end of the minute in which a read may still show it. */
	former: Array<{ state: State; until: number }>;
}

/** What a user has chosen. */
export interface Rules {
	/** For starts without an offset. */
	zone: string;
	/** Whether a state passes the filters. */
	passes(state: State): boolean;
	/** Whether an event starts a run. `before` is undefined for a creation. */
	isSelected(event: string, before: State | undefined, now: State): boolean;
}

/** The circumstances in which a state is read. */
export interface Reading {
	/** When the read began. */
	readAt: number;
	/** Whether it can be a new appointment. See `Book`. */
	isNews: boolean;
}

/**
 * What a read means: `undecided` if it says nothing, because something newer is known; `same` if
 * nothing has happened; `record` if what has happened is not wanted; otherwise an event.
 */
export type Decision =
	| { is: 'undecided' }
	| { is: 'same' }
	| { is: 'record'; isNew: boolean }
	| { is: 'event'; event: string };

const UNDECIDED: Decision = { is: 'undecided' };
const SAME: Decision = { is: 'same' };
const RECORD: Decision = { is: 'record', isNew: false };

/** Compares what a read shows of an appointment with what is known of it. Pure. */
export function difference(
	known: Known | undefined,
	state: State,
	{ readAt, isNews }: Reading,
	{ zone, passes, isSelected }: Rules,
): Decision {
	if (known) {
		if (readAt < known.readAt) return UNDECIDED;
		if (isSameState(known.told, state, zone)) return SAME;
		// Lists and replicas of the service lag.
		const isFormer = known.former.some(
			({ state: former, until }) => readAt < until && isSameState(former, state, zone),
		);
		if (isFormer) return UNDECIDED;
	}
	const before = known?.told;
	const now = filledIn(state, before);
	const isCanceled = isCanceledStatus(now.status);
	const isWanted = (event: string, former?: State): Decision =>
		passes(now) && isSelected(event, former, now) ? { is: 'event', event } : RECORD;
	const mayBeCreated = isNews && !isCanceled && (!known || known.isNew);
	if (mayBeCreated) return passes(now) ? isWanted(CREATION_EVENT) : { is: 'record', isNew: true };
	if (!before) return RECORD;
	const isCancellation = isCanceled && !isCanceledStatus(before.status);
	return isWanted(isCancellation ? CANCELLATION_EVENT : UPDATE_EVENT, before);
}
