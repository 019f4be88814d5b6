import type { IDataObject } from 'n8n-workflow';

import { comparableKey, jsonList, type Key } from '../service/values/keys';
import { startOf, type State } from '../watching/state';

/** What was announced of an appointment last. */
interface Announcement {
	/** For which start. */
	start: State['start'];
	/** For which lead time in ms or, after the end, at which ms since the epoch. */
	by: number;
}

type Announced = Map<Key, Announcement>;

/** Which starts a poll reads: ms since the epoch. */
export interface Span {
	from: number;
	to: number;
}

/** A listed appointment, and what was announced of it. */
interface Candidate {
	data: IDataObject;
	/** ms since the epoch. */
	start: number;
	/** For whichever start. */
	last: Announcement | undefined;
	/** For this start. */
	former: Announcement | undefined;
}

/** What to remember of an appointment and, if an announcement is due, what the item gets. */
export type Judge = (
	candidate: Candidate,
) => { by: Announcement['by']; item?: IDataObject } | undefined;

/** As one text, because n8n wraps arrays and objects in static data in slow proxies. */
export const packed = (announced: Announced): string =>
	[...announced].map(([key, { start, by }]) => JSON.stringify([key, start, by])).join('\n');

/** Static data may have been edited. */
export function unpacked(stored: unknown): Announced {
	const lines = typeof stored === 'string' ? stored.split('\n') : [];
	const entries = lines.flatMap((line) => {
		const [spelling, start, by] = jsonList(line) ?? [];
		const key = comparableKey(spelling);
		return key === undefined ? [] : [[key, { start: startOf(start), by: Number(by) }] as const];
	});
	return new Map(entries);
}
