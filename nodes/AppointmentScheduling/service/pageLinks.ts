import type { IDataObject } from 'n8n-workflow';

import { isObject, listIn } from './bodies';
import { ServiceError } from './failures';

/** One page of a list, whatever words the service uses for where the list goes on. */
export interface Page {
	elements: IDataObject[];
	/** The query string of the next page, undefined on the last one. */
	next: string | undefined;
	/** How many elements the whole list has, where the service tells. */
	total: number | undefined;
	/** True when the answer says something about a next page, be it that there is none. */
	speaksOfNext: boolean;
}

const LINK_NAMES = ['next', 'next_url', 'next_page_url'];
const LINK_HOLDERS = ['links', '_links', 'pagination', 'paging', 'meta'];
const TOTAL_NAMES = ['count', 'total', 'total_count'];
/** Names of a bare token or number in the answer, and of the parameter that takes it. */
const TOKENS: Record<string, string> = {
	next_cursor: 'cursor',
	next_page: 'page',
	next_page_token: 'page_token',
};

/** The way out when a list can't be read to its end. */
export const REMEDY = 'Narrow the list with filters or a limit, and tell the service about it';

/**
 * Reads an answer as a page.
 * @param address the whole URL that was asked, to resolve the next link against
 * @param query the query string of the first page: its filters are kept where a link leaves them out
 * @throws ServiceError when the list goes on elsewhere, or in a way that can't be followed
 */
export function pageIn(
	body: unknown,
	headers: Record<string, unknown>,
	address: string,
	query: string,
): Page {
	const elements = listIn(body);
	const places = isObject(body)
		? [body, ...LINK_HOLDERS.map((name) => body[name]).filter(isObject)]
		: [];
	const link = linkIn(places) ?? headerLink(headers.link);
	return {
		elements,
		next: link.value === undefined ? undefined : followable(link.value, address, query),
		total: totalIn(places),
		speaksOfNext: link.present,
	};
}

interface Link {
	value: string | undefined;
	present: boolean;
}

function linkIn(places: IDataObject[]): Link | undefined {
	for (const place of places) {
		for (const name of LINK_NAMES) {
			if (!(name in place)) continue;
			const value = isObject(place[name]) ? place[name].href : place[name];
			if (typeof value === 'number') return { value: `?page=${value}`, present: true };
			if (typeof value !== 'string' || value === '') return { value: undefined, present: true };
			const isToken = !/[/?]/.test(value);
			return { value: isToken ? `?cursor=${encodeURIComponent(value)}` : value, present: true };
		}
		for (const [name, parameter] of Object.entries(TOKENS)) {
			const value = place[name];
			if ((typeof value !== 'string' && typeof value !== 'number') || value === '') continue;
			return { value: `?${parameter}=${encodeURIComponent(value)}`, present: true };
		}
		if (place.has_more === true || place.has_next === true) {
			throw new ServiceError('The list goes on, but the service does not say where', REMEDY);
		}
	}
	return undefined;
}

function headerLink(header: unknown): Link {
	const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(String(header ?? ''))?.[1];
	return { value: target, present: target !== undefined };
}

function totalIn(places: IDataObject[]): number | undefined {
	return places
		.flatMap((place) => TOTAL_NAMES.map((name) => place[name]))
		.find((value): value is number => Number.isInteger(value));
}

/** The query of a next link, if it stays on the origin and path of the list itself: the token goes nowhere else. */
function followable(link: string, address: string, query: string): string {
	const here = new URL(address);
	const there = URL.canParse(link, address) ? new URL(link, address) : undefined;
	if (!there || there.origin !== here.origin || there.pathname !== here.pathname) {
		throw new ServiceError(
			`The next page of the list is said to be at ${there ? there.origin + there.pathname : 'no address'}, which is not the list's own address`,
			`The access token is sent to ${here.origin}${here.pathname} alone. ${REMEDY}`,
		);
	}
	const kept = new URLSearchParams(query);
	const search = there.search.slice(1);
	const missing = [...kept].filter(([name]) => !there.searchParams.has(name));
	return [search, new URLSearchParams(missing).toString()].filter((part) => part !== '').join('&');
}
