import { isObject } from '../values/bodies';
import { withoutEnd } from '../values/text';
import { numberIn, whole, type Field } from './fields';

/** Where the fields about the next page lead. */
export interface NextByLink {
	/** Queries for the next page, of the first field with a usable link or token. */
	queries: string[];
	/** Whether a field about the next page has a value, usable or not; false if it is empty, as on the last page. */
	more: boolean | undefined;
}

/** Fields about the next page, unlike those about the next free slot. */
const NEXT =
	/^(odata)?next(page|results?|batch|set)?(ur[il]|link|href|(continuation)?token|cursor|offset|skip|start|key|marker|maxid|number|no|index)?$/;
const TOKEN =
	/^(cursor|after|endcursor|(page|pagination)token|continuation(token)?|marker|bookmark|scrollid)$/;
/** A token in base64 may begin with a slash, but a link to the next page has a query. */
const LINK = /^https?:\/\/|\?|^[\w.$[\]-]+=[^=]/i;
const BARE_QUERY = /^[\w.$[\]-]+=/;

/** @param address of the list */
export function nextByLink(fields: Field[], address: string): NextByLink {
	const about = fields.filter(isAboutNext);
	const given = about.filter(({ value }) => !isLastPage(value));
	const found = given.map((field) => queriesOf(field, address));
	const queries = [...new Set(found.find(({ length }) => length > 0))];
	const isEnd = queries.length === 0 && given.length < about.length;
	const isSaid = given.some(({ plain }) => NEXT.test(plain));
	return { queries, more: isSaid || (isEnd ? false : undefined) };
}

export const isAboutNext = (field: Field): boolean =>
	typeof field.value !== 'boolean' &&
	(NEXT.test(field.plain) ||
		isToken(field) ||
		(field.plain.includes('next') && isLink(field.value)));

/** An object such as `cursor: { current, next }` is no token. The fields in it are read. */
const isToken = ({ plain, value }: Field): boolean =>
	(TOKEN.test(plain) && !isObject(value)) ||
	// Airtable's, unlike the position of a page.
	(plain === 'offset' &&
		typeof value === 'string' &&
		value !== '' &&
		numberIn(value) === undefined);

/** Zero is the last page too. */
const isLastPage = (value: unknown): boolean =>
	isObject(value)
		? Object.values(value).every((part) => part === null)
		: value === undefined || Number(value) <= 0;

const isLink = (value: unknown): value is string => typeof value === 'string' && LINK.test(value);

/** The value may be an object like HAL's `{ "href": … }`, or with the parameters of the page. */
function queriesOf(field: Field, address: string): string[] {
	const { value } = field;
	if (isLink(value)) return queryOf(value, address);
	if (!isObject(value)) return parameterNames(field).map((name) => pair(name, value));
	const parts = Object.entries(value).filter(([, part]) => part !== null);
	const links = parts.flatMap(([, part]) => (isLink(part) ? queryOf(part, address) : []));
	const rest = parts.filter(([, part]) => !isLink(part));
	const isFlat = rest.length > 0 && rest.every(([, part]) => typeof part !== 'object');
	return isFlat ? [...links, rest.map(([name, part]) => pair(name, part)).join('&')] : links;
}

export const pair = (name: string, value: unknown): string =>
	`${encodeURIComponent(name)}=${encodeURIComponent(whole(String(value)))}`;

/**
 * Only the query of a link is used, at the list's own address. So its host and scheme do not matter:
 * services behind a proxy write other ones. The path must end like the list's.
 */
function queryOf(link: string, address: string): string[] {
	const text = BARE_QUERY.test(whole(link)) ? `?${link}` : link;
	if (!URL.canParse(text, address)) return [];
	const { pathname, search } = new URL(text, address);
	const isSame = lastPart(pathname) === lastPart(new URL(address).pathname);
	return isSame ? [search.slice(1)] : [];
}

function lastPart(path: string): string {
	const text = withoutEnd(path, '/');
	return text.slice(text.lastIndexOf('/') + 1);
}

/** A token's parameter has the name of the field, with or without "next". */
function parameterNames({ name, plain, value }: Field): string[] {
	const short = withoutFirst(name, /^next[-_]?/i);
	if (plain === 'endcursor') return ['after', 'cursor'];
	if (plain === 'nexttoken') return [name, short];
	const isPage = /^next(page(number|no|index)?)?$/.test(plain) && /^\d{1,16}$/.test(String(value));
	return isPage ? ['page', short || name] : [short || 'cursor', name, 'cursor'];
}

/** The parameter for `nextCursor` or `current_page` is `cursor` or `page`. */
export const withoutFirst = (name: string, first: RegExp): string =>
	name.replace(first, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
