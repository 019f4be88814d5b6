import { comparableKey, jsonList, keyIn, type Key } from '../service/values/keys';
import { NEVER } from '../service/values/dates';
import type { Known } from './difference';
import { startOf } from './state';

/** What is known of one appointment, and how it is stored. */
export interface Row extends Known {
	/** The key as the service writes it. */
	spelling: string;
	/** How many events of it were told, so that each gets an id of its own. */
	count: number;
}

/** One line of JSON, because n8n wraps arrays and objects in static data in slow proxies. */
export function lineOf(row: Row): string {
	const { spelling, count, told, isNew } = row;
	const { start = 0, status = 0, calendar = 0 } = told;
	return JSON.stringify([spelling, count, start, status, calendar, ...(isNew ? [1] : [])]);
}

/** Undefined if it is none: static data may have been edited. */
export function rowIn(line: string): [Key, Row] | undefined {
	const [spelling, count, start, status, calendar, isNew] = jsonList(line) ?? [];
	const key = comparableKey(spelling);
	if (key === undefined) return undefined;
	const row: Row = {
		spelling: String(spelling),
		count: Number(count) || 0,
		told: {
			start: startOf(start),
			status: keyIn(status || undefined),
			calendar: comparableKey(calendar || undefined),
		},
		isNew: isNew === 1,
		readAt: NEVER,
		former: [],
	};
	return [key, row];
}
