import type { IDataObject } from 'n8n-workflow';

import { changesBetween } from '../watching/changes';
import { keyOf, seenOf, Snapshot } from '../watching/snapshot';
import { matches, type Setup } from './setup';
import type { PollState } from './state';

/**
 * Compares appointments with the state of the previous poll.
 * `next` collects their current state, and `events` the changes.
 */
export class Comparison {
	readonly next = new Snapshot();
	readonly events: IDataObject[] = [];

	constructor(
		private readonly setup: Setup,
		private readonly before: PollState | undefined,
	) {}

	add(data: IDataObject): void {
		const key = keyOf(data);
		if (key === undefined) return;
		const { event, zone } = this.setup;
		const { snapshot, left } = this.before ?? {};
		const former = snapshot?.get(key) ?? left?.get(key);
		const now = seenOf(data, zone, former);
		const isWanted = matches(this.setup, data);
		if (isWanted || event === 'statusChanged' || !snapshot) this.next.set(key, now);
		else if (former || event === 'rescheduled') this.next.set(key, former ?? now);
		if (!snapshot || !isWanted) return;

		const changes = changesBetween(former, data, zone);
		if (event === 'created') {
			if (!former && !snapshot.mayHaveDropped(now)) this.events.push({ event, data });
		} else if (event === 'rescheduled' ? changes?.start : changes?.status) {
			this.events.push({ event, data, previous: changes?.previous });
		}
	}
}
