import type { IDataObject } from 'n8n-workflow';

import { keyIn } from '../service/values/keys';

/** What was announced of an appointment last. */
interface Announcement {
	/** For which start, in s since the epoch. */
	start: number;
	/** For which lead time in ms or, after the end, at which ms since the epoch. */
	by: number;
}

type Announced = Map<string, Announcement>;

/** Which starts a poll reads: ms since the epoch. */
export interface Span {
	from: number;
	to: number;
}

/** A listed appointment, and what was announced of it. Times are in ms since the epoch. */
export interface Candidate {
	status?: string;
	start: number;
	end?: number;
	booked?: number;
	/** For whichever start. */
	last?: Announcement;
	/** For this start. */
	former?: Announcement;
}

/** What to remember of an appointment and, if an announcement is due, what the item gets. */
export type Judge = (candidate: Candidate) => { by: number; item?: IDataObject } | undefined;

/** Services change fractions of a second. */
export const secondOf = (ms: number): number => Math.floor(ms / 1_000);

/** As one text, because n8n wraps arrays and objects in static data in slow proxies. */
export const packed = (announced: Announced): string =>
	JSON.stringify(Array.from(announced, ([key, { start, by }]) => [key, start, by]));

/** Static data may have been edited. */
export function unpacked(stored: unknown): Announced {
	const announced: Announced = new Map();
	for (const line of listIn(stored)) {
		const [name, start, by] = [line].flat() as unknown[];
		const key = keyIn(name);
		if (key !== undefined) announced.set(key, { start: Number(start), by: Number(by) });
	}
	return announced;
}

function listIn(stored: unknown): unknown[] {
	try {
		return [JSON.parse(String(stored))].flat() as unknown[];
	} catch {
		return [];
	}
}

/** Forgets what started long before. */
export function forget(announced: Announced, before: number): void {
	for (const [key, { start }] of announced) {
		if (start < secondOf(before)) announced.delete(key);
	}
}
