import type { IDataObject } from 'n8n-workflow';

import { CREATION_EVENT, isCanceledStatus } from '../../service/vocabulary';
import type { Run } from '../../watching/known';
import {
	changesBetween,
	keyOf,
	sameSeen,
	seenOf,
	type Changes,
	type Snapshot,
} from '../../watching/snapshot';

/** The state was not known before, so that nothing can be said about a change. */
const NO_EVENT = '';

/** A change that no delivery has reported. */
export interface Difference extends Run {
	event: string;
	data: IDataObject;
	previous?: Changes['previous'];
}

/** @param at when they were listed, in ms on the service's clock */
export function differencesIn(
	appointments: IDataObject[],
	known: Snapshot,
	zone: string,
	at: number | undefined,
): Difference[] {
	return appointments.flatMap((data): Difference[] => {
		const key = keyOf(data);
		if (key === undefined) return [];
		const former = known.get(key);
		const seen = { ...seenOf(data, zone, former), at };
		if (!former) {
			return known.mayHaveDropped(seen) ? [] : [{ key, seen, former, data, event: CREATION_EVENT }];
		}
		const changes = changesBetween(former, data, zone);
		if (!changes?.start && !changes?.status) {
			const isOnlyLearned = !sameSeen(former, seen);
			return isOnlyLearned ? [{ key, seen, former, data, event: NO_EVENT }] : [];
		}
		const isCancellation = isCanceledStatus(seen.status) && !isCanceledStatus(former.status);
		const event = isCancellation ? 'appointment.canceled' : 'appointment.updated';
		return [{ key, seen, former, data, event, previous: changes.previous }];
	});
}
