import type { IDataObject } from 'n8n-workflow';

import { isObject, listIn } from '../values/bodies';
import { ServiceError } from '../errors';
import { goesOn, positionIn, totalIn } from './pageCounts';
import { placesIn, type Place } from './pagePlaces';

/** One page of a list, whatever words the service uses for where the list goes on. */
export interface Page {
	elements: IDataObject[];
	/** The query string of the next page, undefined on the last one. */
	next: string | undefined;
	/** True when nothing but a full page speaks for a next one. */
	isGuess: boolean;
	/** True when the list goes on, but the answer does not say where in a way that is known here. */
	isCutOff: boolean;
	/** How many elements the whole list has, where the service tells. */
	total: number | undefined;
	/** True when the answer says something about a next page, be it that there is none. */
	speaksOfNext: boolean;
}

/** Names of a link to the next page, or of a bare cursor, in small letters alone. */
const LINK_NAMES = [
	'next',
	'nexturl',
	'nextpageurl',
	'nextlink',
	'nextpagelink',
	'nexthref',
	'odatanextlink',
];
/** Names of a token or number, or of a whole link, and the parameter that takes what is no link. */
const TOKENS: Record<string, string> = {
	next_cursor: 'cursor',
	nextCursor: 'cursor',
	next_page: 'page',
	nextPage: 'page',
	next_page_number: 'page',
	nextPageNumber: 'page',
	next_page_token: 'page_token',
	nextPageToken: 'pageToken',
	next_token: 'next_token',
	nextToken: 'nextToken',
	next_offset: 'offset',
	nextOffset: 'offset',
	after: 'after',
};

const UNKNOWN_NAMES =
	/^next(page|cursor|token|link|ur[il]|href|offset|skip|key|marker|batch|results?|set|index|continuation)/;

/** The way out when a list can't be read to its end. */
export const REMEDY =
	"Narrow the list with filters or a limit, and report this to the service's support";

/**
 * Reads an answer as a page.
 * @param address the whole URL that was asked, to resolve the next link against
 * @param query the query string of the first page: its filters are kept where a link leaves them out
 * @throws ServiceError when the list goes on at another address
 */
export function pageIn(
	body: unknown,
	headers: Record<string, unknown>,
	address: string,
	query: string,
): Page {
	const elements = listIn(body);
	const places = placesIn(body, headers);
	const total = totalIn(places);
	const isMore = goesOn(places);
	const known = [...linksIn(places), ...headerLinks(headers.link)];
	const links = known.length > 0 ? known : unknownLinksIn(places);
	const told = links.find((found) => typeof found === 'string');
	const position =
		links.length === 0 || (isMore && told === undefined)
			? positionIn(places, elements.length, total, isMore)
			: undefined;
	const link = told ?? position?.link;
	return {
		elements,
		next: link === undefined ? undefined : followable(link, address, query),
		isGuess: position?.isGuess ?? false,
		isCutOff: link === undefined && (isMore || links.includes(UNKNOWN)),
		total,
		speaksOfNext: links.length > 0 || position !== undefined,
	};
}

/** Something is there for a next page, but it can't be read. */
const UNKNOWN = Symbol('unknown');
type Link = string | typeof UNKNOWN | undefined;

/** What the answer gives for a next page, under each name it has for it: undefined for none. */
function linksIn(places: Place[]): Link[] {
	return places.flatMap((place) =>
		[...place].flatMap(([plain, { name, value }]) => {
			if (LINK_NAMES.includes(plain)) return [linkFrom(value)];
			const parameter = TOKENS[name];
			return parameter === undefined ? [] : [tokenFrom(value, parameter)];
		}),
	);
}

/** Fields of other names that must be meant for a next page, unlike the next free slot. */
function unknownLinksIn(places: Place[]): Link[] {
	return places.flatMap((place) =>
		[...place].flatMap(([plain, { value }]) =>
			UNKNOWN_NAMES.test(plain) && tokenFrom(value, plain) !== undefined ? [UNKNOWN] : [],
		),
	);
}

function linkFrom(given: unknown): Link {
	const value = isObject(given) ? (given.href ?? given.url ?? given) : given;
	if (isObject(value) || value === true) return UNKNOWN;
	if (typeof value === 'number' || /^\d+$/.test(String(value))) return tokenFrom(value, 'page');
	if (typeof value !== 'string' || value === '') return undefined;
	if (/^(page|offset|limit|cursor)=/.test(value)) return `?${value}`;
	return /[/?]/.test(value) ? value : tokenFrom(value, 'cursor');
}

function tokenFrom(value: unknown, parameter: string): string | undefined {
	if (typeof value === 'number') return value > 0 ? `?${parameter}=${value}` : undefined;
	if (typeof value !== 'string' || value === '') return undefined;
	const isLink = /^(\w+:\/)?\/|\?/.test(value);
	return isLink ? value : `?${parameter}=${encodeURIComponent(value)}`;
}

const HEADER_LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+(?:=(?:"[^"]*"|'[^']*'|[^\s",;]*))?)*)/g;
const HEADER_PARAMETER = /;\s*([\w*-]+)(?:=(?:"([^"]*)"|'([^']*)'|([^\s",;]*)))?/g;

/** Links of the header of that name, of which one may stand for several relations (RFC 8288). */
function headerLinks(header: unknown): string[] {
	return [...String(header ?? '').matchAll(HEADER_LINK)]
		.filter(([, , parameters = '']) =>
			[...parameters.matchAll(HEADER_PARAMETER)].some(
				([, name, ...values]) =>
					name?.toLowerCase() === 'rel' &&
					values.some((value) => value?.toLowerCase().split(/\s+/).includes('next')),
			),
		)
		.map(([, target = '']) => target);
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
