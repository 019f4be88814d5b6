import type { IDataObject } from 'n8n-workflow';

import { isObject, listIn } from './bodies';
import { ServiceError } from './failures';
import { goesOn, positionLink, totalIn } from './pageCounts';

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

const HOLDERS = ['links', '_links', 'pagination', 'paging', 'meta', 'page_info', 'pageInfo'];
/** Names of a link to the next page, or of a bare cursor. */
const LINK_NAMES = ['next', 'next_url', 'next_page_url', 'nextUrl', 'nextLink'];
/** Names of a token or number, or of a whole link, and the parameter that takes what is no link. */
const TOKENS: Record<string, string> = {
	next_cursor: 'cursor',
	nextCursor: 'cursor',
	next_page: 'page',
	nextPage: 'page',
	next_page_token: 'page_token',
	nextPageToken: 'pageToken',
	next_offset: 'offset',
	nextOffset: 'offset',
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
		? [body, ...HOLDERS.map((name) => body[name]).filter(isObject)]
		: [];
	const total = totalIn(places, headers);
	const links = [...linksIn(places), ...headerLinks(headers.link)];
	const isMore = goesOn(places);
	if (links.length === 0 || isMore) links.push(...positionLink(places, elements.length, total));
	const link = links.find((found) => found !== undefined);
	if (link === undefined && isMore) throw goesOnNowhere();
	return {
		elements,
		next: link === undefined ? undefined : followable(link, address, query),
		total,
		speaksOfNext: links.length > 0,
	};
}

const goesOnNowhere = () =>
	new ServiceError('The list goes on, but the service does not say where', REMEDY);

/** What the answer gives for a next page, under each name it has for it: undefined for none. */
function linksIn(places: IDataObject[]): Array<string | undefined> {
	return places.flatMap((place) => [
		...LINK_NAMES.filter((name) => name in place).map((name) => linkFrom(place[name])),
		...Object.entries(TOKENS)
			.filter(([name]) => name in place)
			.map(([name, parameter]) => tokenFrom(place[name], parameter)),
	]);
}

function linkFrom(given: unknown): string | undefined {
	const value = isObject(given) && 'href' in given ? given.href : given;
	if (isObject(value) || value === true) throw goesOnNowhere();
	if (typeof value === 'number') return tokenFrom(value, 'page');
	const isLink = typeof value === 'string' && /[/?]/.test(value);
	return isLink ? value : tokenFrom(value, 'cursor');
}

function tokenFrom(value: unknown, parameter: string): string | undefined {
	if (typeof value === 'number') return value > 0 ? `?${parameter}=${value}` : undefined;
	if (typeof value !== 'string' || value === '') return undefined;
	const isLink = /^(\w+:\/)?\/|\?/.test(value);
	return isLink ? value : `?${parameter}=${encodeURIComponent(value)}`;
}

function headerLinks(header: unknown): string[] {
	const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/i.exec(String(header ?? ''))?.[1];
	return target === undefined ? [] : [target];
}

/** The query of a next link, if it stays on the origin and path of the list itself: the token goes nowhere else. */
function followable(link: string, address: string, query: string): string {
	const here = new URL(address);
	const there = URL.canParse(link, address) ? new URL(link, address) : undefined;
	const paths = [here.pathname, here.pathname.replace(/\/$/, '')];
	if (!there || there.origin !== here.origin || !paths.includes(there.pathname)) {
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
