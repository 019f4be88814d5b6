import { isObject } from '../values/bodies';
import { withoutEnd } from '../values/text';
import { numberIn, type Field } from './fields';

/** Where the fields about the next page lead. */
export interface Given {
	/** Queries for the next page, by a link, or by a token under each name that its parameter may have. */
	queries: string[];
	/** Whether the response says that there is a next page; undefined if it does not say. */
	more: boolean | undefined;
}

/** Fields about the next page, unlike those about the next free slot. */
const NEXT =
	/^(odata)?next(page|results?|batch|set)?(ur[il]|link|href|(continuation)?token|cursor|offset|skip|start|key|marker|maxid|number|no|index)?$/;
const TOKEN =
	/^(cursor|after|endcursor|(page|pagination)token|continuation(token)?|marker|bookmark)$/;
/** A token in base64 may begin with a slash, but a link to the next page has a query. */
const LINK = /^https?:\/\/|\?|^[\w.$[\]-]+=[^=]/i;
const BARE_QUERY = /^[\w.$[\]-]+=/;
/** Leads to no page, as in Pagy. */
const EMPTY_LINK = /[?&](page|offset|cursor)=(&|$)/i;
/** What is followed is never cut. */
const LONGEST = 16_000;

/** @param address of the list */
export function nextGiven(fields: Field[], address: string): Given {
	const named = fields.filter(isNext);
	const about = named.length > 0 ? named : fields.filter(isToken);
	const given = about.filter(({ value }) => !isLastPage(value));
	const found = given.map((field) => queriesOf(field, address));
	const queries = [...new Set(found.find(({ length }) => length > 0))];
	if (given.length === 0) return { queries, more: about.length > 0 ? false : undefined };
	return { queries, more: named.length > 0 || undefined };
}

const isNext = ({ plain, value }: Field): boolean =>
	typeof value !== 'boolean' &&
	!Array.isArray(value) &&
	(NEXT.test(plain) || (plain.includes('next') && typeof value === 'string' && LINK.test(value)));

/** An object such as `cursor: { current, next }` is no token. The fields in it are read. */
const isToken = ({ plain, value }: Field): boolean =>
	(value === null || !/^(object|boolean)$/.test(typeof value)) &&
	// Airtable's offset is one, unlike the position of a page.
	(TOKEN.test(plain) || (plain === 'offset' && value !== '' && numberIn(value) === undefined));

/** Zero is the last page too. */
const isLastPage = (value: unknown): boolean =>
	isObject(value)
		? Object.values(value).every((part) => part === null)
		: value === undefined || Number(value) <= 0 || EMPTY_LINK.test(String(value));

/** The value may be an object like HAL's `{ "href": … }`, or with the parameters of the page. */
function queriesOf({ name, plain, value }: Field, address: string): string[] {
	if (!isObject(value)) return queriesFor(name, plain, value, address);
	const parts = Object.entries(value).filter(([, part]) => part !== null);
	const links = parts.filter(([, part]) => typeof part === 'string' && LINK.test(part));
	if (links.length > 0) return links.flatMap(([, part]) => queriesFor('', '', part, address));
	const isFlat = parts.every(([, part]) => typeof part !== 'object');
	return isFlat ? [parts.map(([parameter, part]) => pair(parameter, part)).join('&')] : [];
}

function queriesFor(name: string, plain: string, value: unknown, address: string): string[] {
	const text = String(value);
	if (text.length > LONGEST) return [];
	if (LINK.test(text)) return queryOf(text, address);
	return [...new Set(parameterNames(name, plain, text))].map((parameter) => pair(parameter, text));
}

export const pair = (name: string, value: unknown): string =>
	`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;

/**
 * Only the query of a link is used, at the list's own address. So its host and scheme do not matter:
 * services behind a proxy write other ones. The path must end like the list's.
 */
function queryOf(link: string, address: string): string[] {
	const text = BARE_QUERY.test(link) ? `?${link}` : link;
	if (!URL.canParse(text, address)) return [];
	const { pathname, search } = new URL(text, address);
	return lastPart(pathname) === lastPart(new URL(address).pathname) ? [search.slice(1)] : [];
}

function lastPart(path: string): string {
	const text = withoutEnd(path, '/');
	return text.slice(text.lastIndexOf('/') + 1);
}

/** A token's parameter has the name of the field, with or without "next". */
function parameterNames(name: string, plain: string, token: string): string[] {
	const short = name.replace(/^next[-_]?/i, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
	if (plain === 'endcursor') return ['after', 'cursor'];
	if (plain === 'nexttoken') return [name, short];
	const isPage = /^next(page(number|no|index)?)?$/.test(plain) && numberIn(token) !== undefined;
	const names = [short || 'cursor', name, 'cursor'];
	return isPage ? ['page', ...names, 'offset'] : names;
}
