import type { IDataObject } from 'n8n-workflow';

import type { Appointment } from '../service/appointment';
import { jsonIn, objectOf } from '../service/values/objects';

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

/**
 * What to remember of an appointment and, if an announcement is due, what the item gets.
 * @param start in ms since the epoch
 */
export type Judge = (
	appointment: Appointment,
	start: number,
	last: Announcement | undefined,
) => { by: number; item?: IDataObject } | undefined;

/** Services change fractions of a second. */
export const secondOf = (ms: number): number => Math.floor(ms / 1_000);

/**
 * As one text, because n8n wraps arrays and objects in static data in slow proxies.
 * @param from what started before is forgotten: ms since the epoch
 */
export const packed = (announced: Announced, from: number): string =>
	JSON.stringify(
		Object.fromEntries([...announced].filter(([, { start }]) => start >= secondOf(from))),
	);

export const unpacked = (stored: unknown): Announced =>
	new Map(Object.entries(objectOf(jsonIn(stored)) as Record<string, Announcement>));
