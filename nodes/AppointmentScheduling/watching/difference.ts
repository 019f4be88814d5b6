import type { IDataObject } from 'n8n-workflow';

import { isCanceled, type Appointment } from '../service/appointment';
import type { Moment } from '../service/values/dates';
import { plainStatus } from '../service/vocabulary';

/** What is compared of an appointment. A field that is undefined is unknown and contradicts nothing. */
export interface State {
	start?: Moment;
	status?: string;
	calendar?: string;
}

export type Field = keyof State;

/** What is known of one appointment. Moments are in ms of a monotonic clock. */
export interface Known {
	/** The state that was last reported or recorded. */
	reported: State;
	/** Whether its creation still waits: for a start, or until `isReady`. */
	isNew: boolean;
	/** When the newest read began that has shown this state. */
	readAt: number;
	/** The states before it, each with the end of the minute in which a read may still show it. */
	former: Array<{ state: State; until: number }>;
}

/** What a user has chosen. */
export interface Rules {
	/** Whether a creation may run. Otherwise it waits for a later state. */
	isReady(state: State): boolean;
	/** Whether an event starts an execution. `before` is undefined if it was unknown. */
	isSelected(event: Event, before: State | undefined, now: State): boolean;
}

export type Event = 'created' | 'updated' | 'canceled';

/**
 * What a read means: `undecided` if it says nothing, because something newer is known; `same` if
 * nothing has happened; `record` if what has happened is not wanted; otherwise an event.
 */
export type Decision =
	| { is: 'undecided' }
	| { is: 'same' }
	| { is: 'record'; isNew: boolean }
	| { is: 'event'; event: Event };

/**
 * Compares what a read shows of an appointment with what is known of it. Pure.
 * @param readAt when the read began
 * @param isNews whether it may be a new appointment. See `Book`
 */
export function difference(
	known: Known | undefined,
	state: State,
	{ readAt, isNews }: { readAt: number; isNews: boolean },
	{ isReady, isSelected }: Rules,
): Decision {
	const before = known?.reported;
	const now = filledIn(state, before);
	if (known) {
		if (readAt < known.readAt) return { is: 'undecided' };
		// A field that was unknown may be what its creation waits for.
		const isFuller = FIELDS.some((field) => known.reported[field] === undefined && state[field]);
		if (isSameState(known.reported, state) && !(known.isNew && isFuller)) return { is: 'same' };
		// Lists and replicas of the service lag.
		const isLate = known.former.some(
			({ state: former, until }) => readAt < until && isSameState(former, state),
		);
		if (isLate) return { is: 'undecided' };
	}
	const runOrRecord = (event: Event): Decision =>
		isSelected(event, before, now) ? { is: 'event', event } : { is: 'record', isNew: false };
	const isCanceledNow = isCanceled(now);
	if (isNews && !isCanceledNow && (!known || known.isNew)) {
		const isWaiting = now.start === undefined || !isReady(now);
		return isWaiting ? { is: 'record', isNew: true } : runOrRecord('created');
	}
	if (!before) return { is: 'record', isNew: false };
	return runOrRecord(isCanceledNow && !isCanceled(before) ? 'canceled' : 'updated');
}

export const stateOf = ({ start, status, calendar }: Appointment): State => ({
	start,
	status,
	calendar: calendar.key,
});

/** A state with what another one knows of the fields that it lacks. */
export const filledIn = (state: State, other: State = {}): State => ({
	start: state.start ?? other.start,
	status: state.status ?? other.status,
	calendar: state.calendar ?? other.calendar,
});

const FIELDS = ['start', 'status', 'calendar'] as const;

/**
 * The same for the same state, however it is written. Starts are moments, to the second. Statuses
 * ignore case, and all canceled ones are one.
 */
export const comparable = ({ start, status, calendar }: State) => ({
	start: start && Math.floor(start.ms / 1_000),
	status: status && (isCanceled({ status }) ? 'CANCELED' : plainStatus(status)),
	calendar,
});

/** False if the field is unknown before or now. */
export function isOtherField(field: Field, before: State, now: State): boolean {
	const [one, other] = [comparable(before)[field], comparable(now)[field]];
	return one !== undefined && other !== undefined && one !== other;
}

export const isSameState = (one: State, other: State): boolean =>
	!FIELDS.some((field) => isOtherField(field, one, other));

/** `previous` of an item. Null for what is unknown. */
export const previousOf = ({ start, status, calendar }: State = {}): IDataObject => ({
	start_date: start?.text ?? null,
	status: status ?? null,
	calendar_key: calendar ?? null,
});
