import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { instantOf, writtenLike } from '../service/values/dates';
import { keyIn } from '../service/values/keys';
import { keepLatest } from './keepLatest';
import { digestOf, NUMBERS, pack, unpack } from './packed';

/** n8n writes static data as a whole, so it has to stay small. */
export const MOST_APPOINTMENTS = 20_000;

/** What is known of an appointment. */
export interface Seen {
	/** Seconds since the epoch. Undefined if the start is not a valid date. */
	start: number | undefined;
	/** Empty if unknown. */
	status: string;
	/** When the event happened, or the list was read: ms on the service's clock. Not stored. */
	at?: number;
}

export const sameSeen = (one: Seen | undefined, other: Seen | undefined): boolean =>
	one !== undefined && one.start === other?.start && one.status === other?.status;

export const keyOf = ({ appointment_key }: IDataObject): string | undefined =>
	keyIn(appointment_key);

/** What to store of an appointment. Missing and invalid values keep the former one. */
export function seenOf(
	{ start_date, status }: IDataObject,
	zone: string,
	former: Seen = { start: undefined, status: '' },
): Seen {
	const seconds = Math.floor((instantOf(start_date, zone) ?? -1) / 1000);
	return {
		start: seconds >= 0 && seconds < NUMBERS ? seconds : former.start,
		status: keyIn(status) ?? former.status,
	};
}

export interface Changes {
	start: boolean;
	status: boolean;
	/** For an item. Null for unknown values. */
	previous: { start_date: string | null; status: string | null };
}

/** An unknown start or status, before or now, is no change. Undefined without a last known state. */
export function changesBetween(
	seen: Seen | undefined,
	appointment: IDataObject,
	zone: string,
): Changes | undefined {
	if (!seen) return undefined;
	const now = seenOf(appointment, zone, seen);
	const { start, status } = seen;
	const startDate =
		start === undefined ? null : writtenLike(appointment.start_date, start * 1000, zone);
	return {
		start: start !== undefined && now.start !== start,
		status: status !== '' && now.status !== status,
		previous: { start_date: startDate, status: status || null },
	};
}

/** The last known state of appointments, by key (case does not matter). */
export class Snapshot {
	private readonly entries = new Map<string, Seen>();
	/** Appointments that start then or later may be missing here, because there were too many. */
	private droppedFrom = Infinity;

	static of(appointments: IDataObject[], zone: string): Snapshot {
		const snapshot = new Snapshot();
		for (const data of appointments) {
			const key = keyOf(data);
			if (key !== undefined) snapshot.set(key, seenOf(data, zone));
		}
		return snapshot;
	}

	/** Reads what `toStored` wrote. Undefined if the stored value is not valid. */
	static from(stored: unknown): Snapshot | undefined {
		if (!isObject(stored) || !isObject(stored.appointments)) return undefined;
		const snapshot = new Snapshot();
		for (const [status, text] of Object.entries(stored.appointments)) {
			const packed = unpack(text);
			if (!packed) return undefined;
			for (const [digest, start] of packed) snapshot.entries.set(digest, { start, status });
		}
		if (typeof stored.droppedFrom === 'number') snapshot.droppedFrom = stored.droppedFrom;
		return snapshot;
	}

	get size(): number {
		return this.entries.size;
	}

	get(key: string): Seen | undefined {
		return this.entries.get(digestOfKey(key));
	}

	list(): Array<[digest: string, seen: Seen]> {
		return [...this.entries];
	}

	set(key: string, seen: Seen): void {
		this.entries.set(digestOfKey(key), seen);
	}

	/** If there are too many, the one that was not used for longest is dropped. */
	use(key: string, seen: Seen): void {
		keepLatest(this.entries, digestOfKey(key), seen, MOST_APPOINTMENTS);
	}

	replaceAll(changed: (seen: Seen) => Seen): void {
		for (const [digest, seen] of this.entries) this.entries.set(digest, changed(seen));
	}

	delete(key: string): void {
		this.entries.delete(digestOfKey(key));
	}

	/** What has no start stays. */
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

	add(other: Snapshot, test: (seen: Seen) => boolean = () => true): void {
		for (const [digest, seen] of other.entries) if (test(seen)) this.entries.set(digest, seen);
	}

	/** Digests of the appointments that another snapshot lacks, or has in another state. */
	differingFrom(other: Snapshot): string[] {
		const entries = [...this.entries];
		return entries.flatMap(([digest, seen]) =>
			sameSeen(other.entries.get(digest), seen) ? [] : [digest],
		);
	}

	subtract(other: Snapshot): void {
		for (const digest of other.entries.keys()) this.entries.delete(digest);
	}

	some(test: (seen: Seen) => boolean): boolean {
		return [...this.entries.values()].some(test);
	}

	mayHaveDropped({ start = NUMBERS }: Seen): boolean {
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
	 * If there are too many appointments, drops the most distant ones. The others take 19 characters
	 * each: one string for each status.
	 * @param others what to store instead of these entries; undefined for nothing
	 */
	toStored(others: Iterable<readonly [string, Seen | undefined]> = []): IDataObject {
		this.trim();
		const replaced = new Map([...others].map(([key, seen]) => [digestOfKey(key), seen]));
		const texts = new Map<string, string>();
		for (const [digest, known] of this.entries) {
			const seen = replaced.has(digest) ? replaced.get(digest) : known;
			if (!seen) continue;
			texts.set(seen.status, (texts.get(seen.status) ?? '') + pack(digest, seen.start));
		}
		return {
			appointments: Object.fromEntries(texts),
			...(this.hasDropped && { droppedFrom: this.droppedFrom }),
		};
	}

	private trim(): void {
		const surplus = this.size - MOST_APPOINTMENTS;
		if (surplus <= 0) return;
		const startOf = ({ start = NUMBERS }: Seen) => start;
		const byStart = [...this.entries].sort(([, a], [, b]) => startOf(b) - startOf(a));
		for (const [digest, seen] of byStart.slice(0, surplus)) {
			this.entries.delete(digest);
			this.droppedFrom = Math.min(this.droppedFrom, startOf(seen));
		}
	}
}

/** Keys have no case. */
export const digestOfKey = (key: string): string => digestOf(key.toLowerCase());
