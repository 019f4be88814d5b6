import type { IDataObject } from 'n8n-workflow';

import { comparableKey, type Key } from '../../service/values/keys';
import type { Book } from '../../watching/former/book';
import { GRACE_MS } from '../../watching/former/observe';
import { LAG_MS, latest, type Run } from '../../watching/former/row';
import { canonicalStart, DIGITS, isLocalStart, startIn, stateOf } from '../../watching/former/state';
import { creationIdentity } from '../once/identity';
import type { TriggerState } from '../once/state';
import { isWanted, type TriggerSettings } from '../core/settings';
import { FOREVER, NEVER } from '../../service/values/dates';

/** A change that no delivery has reported: a run of the book that has to be started. */
export interface Difference {
	key: Key;
	data: IDataObject;
	run: Run;
	/** Since when it may have run elsewhere, in ms on the service's clock. */
	since: number;
}

export interface Listing {
	appointments: IDataObject[];
	zone: string;
	/** When it was begun to read, in ms on the service's clock. */
	at: number;
	/** Since when there are checks, on the same clock. What is delivered since then is compared, not recorded. */
	since: number;
}

export interface Compared {
	differences: Difference[];
	/** Whether a difference waits for its delivery. */
	isWaiting: boolean;
	/** Keys of changes that do not run: n8n has ended several times while they ran. */
	abandoned: Key[];
}

/** What a list shows that no delivery and no run has said. All of it is noted in the book. */
export function compare(
	{ book, memory }: Pick<TriggerState, 'book' | 'memory'>,
	{ appointments, zone, at, since: startedAt }: Listing,
	settings: TriggerSettings,
): Compared {
	const { isRecorded = false, knownUpTo = FOREVER } = book.header;
	const compared: Compared = { differences: [], isWaiting: false, abandoned: [] };
	for (const data of appointments) {
		const key = comparableKey(data.appointment_key);
		if (key === undefined) continue;
		const state = stateOf(data);
		const start = startIn(state, zone);
		const row = book.get(key);
		const isHeard = latest(row) !== undefined && (row?.heardAt ?? NEVER) >= startedAt;
		// A new one has no state that could come back.
		const since = (row?.agreed?.at ?? latest(row)?.at ?? LAG_MS) - LAG_MS;
		const { action, run } = book.observe(
			key,
			String(data.appointment_key),
			{
				by: isRecorded || isHeard ? 'list' : 'record',
				state,
				at,
				isNews: (start < knownUpTo || knownUpTo === FOREVER) && !memory.has(creationIdentity(key)),
			},
			{
				isWanted: (event, former, now) =>
					isWanted({ event, data }, settings, former, now, book.agreement),
				graceMs: GRACE_MS,
				lagMs: LAG_MS,
			},
		);
		if (run) compared.differences.push({ key, data, run, since });
		if (action === 'wait') compared.isWaiting = true;
		if (action === 'abandon') compared.abandoned.push(key);
	}
	return compared;
}

/** How many listed appointments are not known. */
export const countUnknown = (book: Book, appointments: IDataObject[]): number =>
	appointments.filter(({ appointment_key }) => {
		const key = comparableKey(appointment_key);
		return key !== undefined && !latest(book.get(key));
	}).length;

/**
 * Where a service lists starts without an offset and delivers them with one, the first list that
 * shows both decides how they agree: as moments in the zone of the account or, if none does, by
 * their digits. An appointment that was moved meanwhile may agree in the wrong way.
 */
export function agreementIn(book: Book, { appointments, zone }: Listing): string | undefined {
	let agreement: string | undefined;
	for (const data of appointments) {
		const key = comparableKey(data.appointment_key);
		const { start: known } = latest(key && book.get(key)) ?? {};
		const { start } = stateOf(data);
		if (start === undefined || known === undefined) continue;
		if (isLocalStart(start) === isLocalStart(known)) continue;
		const agreesBy = (some: string) => canonicalStart(start, some) === canonicalStart(known, some);
		if (agreesBy(zone)) return zone;
		if (agreesBy(DIGITS)) agreement = DIGITS;
	}
	return agreement;
}
