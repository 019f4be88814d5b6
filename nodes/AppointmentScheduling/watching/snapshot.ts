import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { instantOf, MINUTE_MS } from '../service/values/dates';
import { keyIn } from '../service/values/keys';

/** n8n writes static data as a whole, so it has to stay small. */
export const MOST_APPOINTMENTS = 20_000;

const DIGEST_LENGTH = 12;
const START_LENGTH = 6;
const STATUS_LENGTH = 2;
const ENTRY_LENGTH = DIGEST_LENGTH + START_LENGTH + STATUS_LENGTH;
const ENTRIES = /^(?:[A-Za-z0-9+/]{12}(?:[0-9a-z]{6}|-{6})[0-9a-z]{2})*$/;
const NO_START = '-'.repeat(START_LENGTH);
const RADIX = 36;
const STARTS = RADIX ** START_LENGTH;
const STATUSES = RADIX ** STATUS_LENGTH;

/** What is stored of an appointment. */
export interface Seen {
	/** Minutes since the epoch. Undefined if the start is not a valid date. */
	start: number | undefined;
	/** Empty if unknown. */
	status: string;
}

/** The key of an appointment; undefined if the service sends none. */
export const keyOf = ({ appointment_key }: IDataObject): string | undefined =>
	keyIn(appointment_key);

/**
 * What to store of an appointment. Missing and invalid values keep the former one.
 * @param zone for a start without an offset
 */
export function seenOf(
	{ start_date, status }: IDataObject,
	zone: string,
	former: Seen = { start: undefined, status: '' },
): Seen {
	return {
		start: startOf(start_date, zone) ?? former.start,
		status: keyIn(status) ?? former.status,
	};
}

/** Minutes since the epoch. */
function startOf(startDate: unknown, zone: string): number | undefined {
	const minutes = Math.floor((instantOf(startDate, zone) ?? -1) / MINUTE_MS);
	return minutes >= 0 && minutes < STARTS ? minutes : undefined;
}

/**
 * The last known state of appointments, by key (case does not matter). Stored as one string with 20
 * characters per appointment: n8n wraps objects and arrays in static data in slow proxies.
 */
export class Snapshot {
	private readonly entries = new Map<string, Seen>();
	private readonly statuses = new Map([['', 0]]);
	private readonly texts = new WeakMap<Seen, string>();
	private droppedUntil = -1;

	/**
	 * Reads what `toStored` wrote, or a snapshot of version 0.1: `{ [key]: { start_date, status } }`.
	 * @param zone for starts without an offset in a snapshot of version 0.1
	 * @returns undefined if the stored value is not valid
	 */
	static from(stored: unknown, zone: string): Snapshot | undefined {
		if (!isObject(stored)) return undefined;
		const { appointments, statuses, droppedUntil } = stored;
		if (typeof appointments !== 'string') return Snapshot.fromObjects(stored, zone);
		if (!Array.isArray(statuses) || !ENTRIES.test(appointments)) return undefined;
		const names = statuses.map(String);
		const snapshot = new Snapshot();
		for (let at = 0; at < appointments.length; at += ENTRY_LENGTH) {
			const startAt = at + DIGEST_LENGTH;
			const statusAt = startAt + START_LENGTH;
			const start = parseInt(appointments.slice(startAt, statusAt), RADIX);
			const status = parseInt(appointments.slice(statusAt, at + ENTRY_LENGTH), RADIX);
			snapshot.entries.set(appointments.slice(at, startAt), {
				start: Number.isNaN(start) ? undefined : start,
				status: names[status] ?? '',
			});
		}
		if (typeof droppedUntil === 'number') snapshot.droppedUntil = droppedUntil;
		return snapshot;
	}

	private static fromObjects(stored: IDataObject, zone: string): Snapshot | undefined {
		const snapshot = new Snapshot();
		for (const [key, entry] of Object.entries(stored)) {
			if (!isObject(entry) || typeof entry.start_date !== 'string') return undefined;
			snapshot.set(key, seenOf(entry, zone));
		}
		return snapshot;
	}

	get size(): number {
		return this.entries.size;
	}

	get(key: string): Seen | undefined {
		return this.entries.get(digestOf(key));
	}

	set(key: string, seen: Seen): void {
		this.entries.set(digestOf(key), seen);
	}

	delete(key: string): void {
		this.entries.delete(digestOf(key));
	}

	/** Removes what starts before a moment. */
	dropBefore(minutes: number): void {
		for (const [digest, { start = minutes }] of this.entries) {
			if (start < minutes) this.entries.delete(digest);
		}
	}

	/** Removes appointments that start before a moment or have no start. */
	prune(minutes: number): void {
		for (const [digest, { start }] of this.entries) {
			if (start === undefined || start < minutes) this.entries.delete(digest);
		}
	}

	copy(): Snapshot {
		const copy = new Snapshot();
		copy.add(this);
		return copy;
	}

	/** Adds the entries of another snapshot. */
	add(other: Snapshot): void {
		for (const [digest, seen] of other.entries) this.entries.set(digest, seen);
		this.droppedUntil = Math.max(this.droppedUntil, other.droppedUntil);
	}

	/** Removes the entries of another snapshot. */
	subtract(other: Snapshot): void {
		for (const digest of other.entries.keys()) this.entries.delete(digest);
	}

	/** Whether at least one entry passes the test. */
	some(test: (seen: Seen) => boolean): boolean {
		return [...this.entries.values()].some(test);
	}

	/** Whether an appointment may be missing here because it was dropped to save space. */
	mayHaveDropped({ start }: Seen): boolean {
		return (start ?? 0) <= this.droppedUntil;
	}

	/** If there are too many appointments, drops the earliest ones. */
	toStored(): IDataObject {
		this.trim();
		let appointments = '';
		for (const [digest, seen] of this.entries) appointments += digest + this.textOf(seen);
		return {
			appointments,
			statuses: [...this.statuses.keys()],
			droppedUntil: this.droppedUntil,
		};
	}

	/** Cached, because a trigger stores its snapshot with every delivery. */
	private textOf(seen: Seen): string {
		const written = this.texts.get(seen);
		if (written !== undefined) return written;
		const { start, status } = seen;
		const { statuses } = this;
		if (!statuses.has(status) && statuses.size < STATUSES) statuses.set(status, statuses.size);
		const text = startText(start) + statusText(statuses.get(status) ?? 0);
		this.texts.set(seen, text);
		return text;
	}

	private trim(): void {
		const surplus = this.size - MOST_APPOINTMENTS;
		if (surplus <= 0) return;
		const byStart = [...this.entries].sort(([, a], [, b]) => (a.start ?? -1) - (b.start ?? -1));
		for (const [digest, { start = 0 }] of byStart.slice(0, surplus)) {
			this.entries.delete(digest);
			this.droppedUntil = Math.max(this.droppedUntil, start);
		}
	}
}

/** 72 bits, so that two of 20,000 appointments do not get the same digest. */
const digestOf = (key: string): string =>
	createHash('sha256').update(key.toLowerCase()).digest('base64').slice(0, DIGEST_LENGTH);

const startText = (start: number | undefined): string =>
	start === undefined ? NO_START : start.toString(RADIX).padStart(START_LENGTH, '0');

const statusText = (index: number): string => index.toString(RADIX).padStart(STATUS_LENGTH, '0');
