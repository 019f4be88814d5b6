import type { IDataObject } from 'n8n-workflow';

import { writtenLike } from '../service/values/dates';
import { seenOf, type Seen } from './snapshot';

/** What differs between the last known state of an appointment and its current state. */
export interface Changes {
	start: boolean;
	status: boolean;
	/** The last known state, for an item. Null for unknown values. */
	previous: { start_date: string | null; status: string | null };
}

/**
 * If a start or a status is unknown, before or now, it is not a change.
 * @param zone for a start without an offset
 * @returns undefined if there is no last known state
 */
export function changesBetween(
	seen: Seen | undefined,
	appointment: IDataObject,
	zone: string,
): Changes | undefined {
	if (!seen) return undefined;
	const now = seenOf(appointment, zone, seen);
	const { start, status } = seen;
	return {
		start: start !== undefined && now.start !== start,
		status: status !== '' && now.status !== status,
		previous: {
			start_date:
				start === undefined ? null : writtenLike(appointment.start_date, start * 1000, zone),
			status: status || null,
		},
	};
}
