import type { IDataObject } from 'n8n-workflow';

import { isObject, plainName } from '../values/bodies';

/** An object in which an answer may tell of its pages: values by their names in small letters alone. */
export type Place = Map<string, { name: string; value: unknown }>;

/** Objects within an answer that services put what they tell of pages into, or the list itself. */
const HOLDERS = new Set([
	'data',
	'links',
	'pagination',
	'paging',
	'meta',
	'pageinfo',
	'page',
	'cursor',
	'cursors',
]);
const DEEPEST = 3;
/** Headers of answers that are a bare list, by the names that the same has in a body. */
const HEADERS: Record<string, string> = {
	'x-page': 'page',
	'x-next-page': 'next_page',
	'x-total-pages': 'total_pages',
	'x-total': 'total',
	'x-total-count': 'total',
};

/** Every place in an answer where it may tell of its pages, the outermost first. */
export function placesIn(body: unknown, headers: Record<string, unknown>): Place[] {
	const told: IDataObject = {};
	for (const [header, name] of Object.entries(HEADERS)) {
		if (headers[header] !== undefined) told[name] = String(headers[header]);
	}
	const range = /\/(\d+)$/.exec(String(headers['content-range'] ?? ''))?.[1];
	if (range !== undefined) told.total = range;
	return [...placesWithin(body, 0), placeOf(told)].filter((place) => place.size > 0);
}

function placesWithin(body: unknown, depth: number): Place[] {
	if (Array.isArray(body)) return linksByRelation(body);
	if (!isObject(body) || depth > DEEPEST) return [];
	const place = placeOf(body);
	const held = [...place].filter(([name, { value }]) => HOLDERS.has(name) && isHolder(name, value));
	return [place, ...held.flatMap(([, { value }]) => placesWithin(value, depth + 1))];
}

/** A list below `data` is the list itself; one below `links` tells where its pages are. */
const isHolder = (name: string, value: unknown) =>
	isObject(value) || (name === 'links' && Array.isArray(value));

function linksByRelation(links: unknown[]): Place[] {
	const next = links.filter(isObject).find(({ rel }) => rel === 'next');
	return next ? [placeOf({ next: next.href })] : [];
}

function placeOf(holder: IDataObject): Place {
	const entries = Object.entries(holder).map(
		([name, value]) => [plainName(name), { name, value }] as const,
	);
	return new Map(entries);
}

/** The first of the names that holds a whole number, be it written as text. */
export function numberIn(
	place: Place,
	names: string[],
): { name: string; value: number } | undefined {
	for (const wanted of names) {
		const { name, value } = place.get(wanted) ?? {};
		const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
		if (name !== undefined && Number.isSafeInteger(number) && Number(number) >= 0) {
			return { name, value: Number(number) };
		}
	}
	return undefined;
}
