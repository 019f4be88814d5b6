import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { instantOf } from '../service/values/dates';
import { keyIn } from '../service/values/keys';
import { keepLatest } from './keepLatest';

/** n8n writes static data as a whole, so it has to stay small. */
export const MOST_APPOINTMENTS = 20_000;

const DIGEST_LENGTH = 12;
const START_LENGTH = 7;
const STATUS_LENGTH = 2;
const ENTRY_LENGTH = DIGEST_LENGTH + START_LENGTH + STATUS_LENGTH;
const ENTRIES = /^(?:[A-Za-z0-9+/]{12}(?:[0-9a-z]{7}|-{7})[0-9a-z]{2})*$/;
const NO_START = '-'.repeat(START_LENGTH);
const RADIX = 36;
const STARTS = RADIX ** START_LENGTH;
const STATUSES = RADIX ** STATUS_LENGTH;

/** What is stored of an appointment. */
export interface Seen {
	/** Seconds since the epoch. Undefined if the start is not a valid date. */
	start: number | undefined;
	/** Empty if unknown. */
	status: string;
}

export const sameSeen = (one: Seen | undefined, other: Seen | undefined): boolean =>
	one !== undefined && one.start === other?.start && one.status === other?.status;

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

/** Seconds since the epoch. */
function startOf(startDate: unknown, zone: string): number | undefined {
	const seconds = Math.floor((instantOf(startDate, zone) ?? -1) / 1000);
	return seconds >= 0 && seconds < STARTS ? seconds : undefined;
}

/**
 * The last known state of appointments, by key (case does not matter). Stored as one string with 21
 * characters per appointment: n8n wraps objects and arrays in static data in slow proxies.
 */
export class Snapshot {
	private readonly entries = new Map<string, Seen>();
	private readonly statuses = new Map([['', 0]]);
	private readonly texts = new WeakMap<Seen, string>();
	/** Appointments that start then or later may be missing here, because there were too many. */
	private droppedFrom = Infinity;

	/** Reads what `toStored` wrote. Undefined if the stored value is not valid. */
	static from(stored: unknown): Snapshot | undefined {
		if (!isObject(stored)) return undefined;
		const { appointments, statuses, droppedFrom } = stored;
		if (typeof appointments !== 'string' || !ENTRIES.test(appointments)) return undefined;
		if (!Array.isArray(statuses)) return undefined;
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
		if (typeof droppedFrom === 'number') snapshot.droppedFrom = droppedFrom;
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

	/** Sets an entry as the latest one. If there are too many, the one that was not used for longest is dropped. */
	use(key: string, seen: Seen): void {
		keepLatest(this.entries, digestOf(key), seen, MOST_APPOINTMENTS);
	}

	/** Replaces every entry. */
	replaceAll(changed: (seen: Seen) => Seen): void {
		for (const [digest, seen] of this.entries) this.entries.set(digest, changed(seen));
	}

	delete(key: string): void {
		this.entries.delete(digestOf(key));
	}

	/** Removes what starts before a moment. What has no start stays. */
	forgetBefore(seconds: number): void {
		for (const [digest, { start = seconds }] of this.entries) {
			if (start < seconds) this.entries.delete(digest);
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
		this.droppedFrom = Math.min(this.droppedFrom, other.droppedFrom);
	}

	/** Removes the entries of another snapshot. */
	subtract(other: Snapshot): void {
		for (const digest of other.entries.keys()) this.entries.delete(digest);
	}

	/** Whether at least one entry passes the test. */
	some(test: (seen: Seen) => boolean): boolean {
		return [...this.entries.values()].some(test);
	}

	/** Whether an appointment may be missing here because there were too many. */
	mayHaveDropped({ start = STARTS }: Seen): boolean {
		return start >= this.droppedFrom;
	}

	get hasDropped(): boolean {
		return this.droppedFrom < Infinity;
	}

	/** What had been dropped was added again, or does not matter any more. */
	forgetDropped(): void {
		this.droppedFrom = Infinity;
	}

	/**
	 * If there are too many appointments, drops the most distant ones.
	 * @param others what to store instead of these entries; undefined for nothing
	 */
	toStored(others: Iterable<readonly [string, Seen | undefined]> = []): IDataObject {
		this.trim();
		const replaced = new Map([...others].map(([key, seen]) => [digestOf(key), seen]));
		let appointments = '';
		for (const [digest, known] of this.entries) {
			const seen = replaced.has(digest) ? replaced.get(digest) : known;
			if (seen) appointments += digest + this.textOf(seen);
		}
		return {
			appointments,
			statuses: [...this.statuses.keys()],
			...(this.droppedFrom < Infinity && { droppedFrom: this.droppedFrom }),
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
		const startOf = ({ start = STARTS }: Seen) => start;
		const byStart = [...this.entries].sort(([, a], [, b]) => startOf(b) - startOf(a));
		for (const [digest, seen] of byStart.slice(0, surplus)) {
			this.entries.delete(digest);
			this.droppedFrom = Math.min(this.droppedFrom, startOf(seen));
		}
	}
}

/** 72 bits, so that two of 20,000 appointments do not get the same digest. */
const digestOf = (key: string): string =>
	createHash('sha256').update(key.toLowerCase()).digest('base64').slice(0, DIGEST_LENGTH);

const startText = (start: number | undefined): string =>
	start === undefined ? NO_START : start.toString(RADIX).padStart(START_LENGTH, '0');

const statusText = (index: number): string => index.toString(RADIX).padStart(STATUS_LENGTH, '0');
