import type { IDataObject } from 'n8n-workflow';

import { Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import type { Watch } from '../../../nodes/AppointmentScheduling/watching/watch';

export const confirmed = { start: 29_000_000, status: 'CONFIRMED' };
export const pending = { start: 29_000_000, status: 'PENDING' };

/** What another process, or this one long ago, has saved. */
export function savedElsewhere(key: string): IDataObject {
	const snapshot = new Snapshot();
	snapshot.set(key, pending);
	return { ...snapshot.toStored(), isComplete: true };
}

/** What the watch would save, as n8n keeps it: as JSON in its database. */
export const stored = (watch: Watch) => JSON.parse(JSON.stringify(watch.toStored())) as IDataObject;

export const saved = (watch: Watch, key: string) => Snapshot.from(stored(watch))?.get(key);
