import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/bodies';
import { instantOf } from '../service/dates';

/** What a poll keeps of an appointment, to see at the next one what has changed. */
export interface Seen {
	start_date: string;
	status: string;
}

export type Snapshot = Record<string, Seen>;

/** The appointments of a poll by their keys; what has no key can't be recognised again. */
export function snapshotOf(appointments: IDataObject[]): Snapshot {
	return Object.fromEntries(
		appointments
			.filter(({ appointment_key: key }) => typeof key === 'string')
			.map(({ appointment_key: key, start_date, status }) => [
				key,
				{ start_date: String(start_date ?? ''), status: String(status ?? '') },
			]),
	);
}

export function isSnapshot(value: unknown): value is Snapshot {
	return isObject(value);
}

/** The appointments which the first snapshot has and the second has not, though they are still to come. */
export function vanished(before: Snapshot, now: Snapshot, from: number, zone: string): string[] {
	return Object.entries(before)
		.filter(
			([key, { start_date }]) =>
				!Object.hasOwn(now, key) && (instantOf(start_date, zone) ?? 0) >= from,
		)
		.map(([key]) => key);
}
