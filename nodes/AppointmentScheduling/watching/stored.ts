import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';

/** Processes end, and new ones have other ids. */
const MOST_WRITERS = 20;

/** The same characters mean another state with other statuses, and a later one with other writers. */
export const textOf = ({ appointments, statuses, writers }: IDataObject): string =>
	`${String(appointments)} ${String(statuses)} ${JSON.stringify(writers)}`;

/** By process, how many of its ended states are included. */
export function writersIn({ writers }: IDataObject): Record<string, number> {
	if (!isObject(writers)) return {};
	return Object.fromEntries(Object.entries(writers).map(([id, count]) => [id, Number(count)]));
}

/** This process first, and as many of the others as are kept. */
export function withWriter(
	writers: Record<string, number>,
	id: string,
	count: number,
): Record<string, number> {
	const others = Object.entries(writers).filter(([other]) => other !== id);
	return Object.fromEntries([[id, count] as const, ...others].slice(0, MOST_WRITERS));
}
