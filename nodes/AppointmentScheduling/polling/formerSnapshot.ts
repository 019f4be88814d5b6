import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { instantOf } from '../service/values/dates';
import { keyIn } from '../service/values/keys';

/** What a poll keeps of an appointment, to see at the next one what has changed. */
export interface Seen {
	start_date: string;
	status: string;
}

export type Snapshot = Record<string, Seen>;

/** What an appointment is recognised by; undefined where the service gives no key. */
export const keyOf = ({ appointment_key }: IDataObject): string | undefined =>
	keyIn(appointment_key);

/** What was kept of an appointment. */
export function seenIn(snapshot: Snapshot, appointment: IDataObject): Seen | undefined {
	const key = keyOf(appointment);
	return key !== undefined && Object.hasOwn(snapshot, key) ? snapshot[key] : undefined;
}

export const seen = ({ start_date, status }: IDataObject): Seen => ({
	start_date: String(start_date ?? ''),
	status: String(status ?? ''),
});

/** The appointments of a poll by their keys; what has no key can't be recognised again. */
export function snapshotOf(appointments: IDataObject[]): Snapshot {
	return Object.fromEntries(
		appointments.flatMap((appointment) => {
			const key = keyOf(appointment);
			return key === undefined ? [] : [[key, seen(appointment)]];
		}),
	);
}

/** The part of a snapshot that is to be kept. */
export function where(snapshot: Snapshot, isKept: (key: string, seen: Seen) => boolean): Snapshot {
	return Object.fromEntries(Object.entries(snapshot).filter(([key, kept]) => isKept(key, kept)));
}

/** Whether it starts at or after a moment. A start that can't be read is `unreadable`. */
export function startsSince(
	from: number,
	{ start_date }: IDataObject | Seen,
	zone: string,
	unreadable: boolean,
): boolean {
	const start = instantOf(start_date, zone);
	return start === undefined ? unreadable : start >= from;
}

export function isSnapshot(value: unknown): value is Snapshot {
	return (
		isObject(value) &&
		Object.values(value).every(
			(entry) =>
				isObject(entry) && typeof entry.start_date === 'string' && typeof entry.status === 'string',
		)
	);
}
