import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { pack, unpack } from '../watching/packed';
import { digestOfKey } from '../watching/snapshot';

const MOST = 20_000;

/** What was said about an appointment. */
export interface Announcement {
	/** Seconds since the epoch. */
	at: number;
	label: string;
}

/** The announcements by key (case does not matter), as a poll stores them for the next one. */
export class Announced {
	/** Of the dropped ones, because there were too many. */
	droppedFrom = Infinity;
	private entries = new Map<string, Announcement>();

	/** Reads what `toStored` wrote. Undefined if the stored value is not valid. */
	static from(stored: unknown): Announced | undefined {
		if (!isObject(stored) || !isObject(stored.announced)) return undefined;
		const announced = new Announced();
		for (const [label, text] of Object.entries(stored.announced)) {
			const packed = unpack(text);
			if (!packed) return undefined;
			for (const [digest, at = 0] of packed) announced.entries.set(digest, { at, label });
		}
		if (typeof stored.droppedFrom === 'number') announced.droppedFrom = stored.droppedFrom;
		return announced;
	}

	get(key: string): Announcement | undefined {
		return this.entries.get(digestOfKey(key));
	}

	set(key: string, announcement: Announcement): void {
		this.entries.set(digestOfKey(key), announcement);
	}

	/** Forgets what was said about earlier moments and, if there are too many, about the most distant ones. */
	trim(since: number, now: number): void {
		const distance = ({ at }: Announcement) => Math.abs(at - now / 1000);
		const kept = [...this.entries].filter(([, { at }]) => at >= since / 1000);
		if (kept.length > MOST) kept.sort(([, one], [, other]) => distance(one) - distance(other));
		const dropped = kept.splice(MOST);
		this.droppedFrom = dropped.reduce((first, [, { at }]) => Math.min(first, at), Infinity);
		this.entries = new Map(kept);
	}

	toStored(): IDataObject {
		const texts = new Map<string, string>();
		for (const [digest, { at, label }] of this.entries) {
			texts.set(label, (texts.get(label) ?? '') + pack(digest, at));
		}
		const { droppedFrom } = this;
		return {
			announced: Object.fromEntries(texts),
			...(droppedFrom < Infinity && { droppedFrom }),
		};
	}
}
