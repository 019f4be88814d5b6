import { isObject } from '../values/bodies';
import type { Field } from './fields';
import type { Response, Way } from './page';

/** Fields about the next page, unlike those about the next free slot. */
const NEXT =
	/^(odata)?next((page)?(ur[il]|link|href|cursor|token|offset|skip|key|marker|number|no|index)?|(continuation)?token|results?|batch|set|start|maxid)$/;
const TOKEN = /^(cursor|after|endcursor|pagetoken|continuation(token)?|marker|bookmark|scrollid)$/;
const LINK = /^https?:\/\/|\?|^[\w.$[\]-]+=[^=]/i;

interface Linked {
	ways: Way[];
	/** The service says that this is the last page. */
	isEnd: boolean;
	/** The service says that there is a next page. Without ways, it does so in an unknown manner. */
	isUnknown: boolean;
}

/** The rules about links and tokens: the first field with a usable value decides. */
export function linkedNext({ fields, asked: { address, way } }: Response): Linked {
	const found = { ways: [] as Way[], isEnd: false, isUnknown: false };
	for (const field of fields) {
		const { plain, value } = field;
		const isNext = NEXT.test(plain);
		if (!isNext && !isToken(field) && !(plain.includes('next') && isLink(value))) continue;
		if (isBlank(value)) found.isEnd = true;
		else if (value !== undefined && typeof value !== 'boolean') {
			const queries = queriesOf(field, value, address);
			const preferred = queries.filter((query) => query.startsWith(`${way}=`));
			found.ways = [...preferred, ...queries].map((query) => ({ query, isNamed: false }));
			found.isUnknown ||= isNext;
			if (found.ways.length > 0) break;
		}
	}
	return found;
}

const isToken = ({ plain, value }: Field): boolean =>
	TOKEN.test(plain) || (plain === 'offset' && typeof value === 'string' && !/^\d*$/.test(value));

/** Zero is the last page too. */
const isBlank = (value: unknown): boolean =>
	isObject(value)
		? Object.values(value).every((part) => part === null)
		: typeof value !== 'boolean' && Number(value) <= 0;

/** A token in base64 may begin with a slash, but a link to the next page always has a query. */
const isLink = (value: unknown): value is string => typeof value === 'string' && LINK.test(value);

/** A link, also in an object like HAL's `{ "href": … }`, the parameters of the page, or a token. */
function queriesOf(field: Field, value: unknown, address: string): string[] {
	if (isObject(value)) {
		const links = Object.values(value).filter(isLink);
		const parts = Object.entries(value).filter(([, part]) => part !== null && !isLink(part));
		const query = parts.map(([name, part]) => pair(name, part)).join('&');
		const isFlat = parts.every(([, part]) => typeof part !== 'object');
		return [
			...links.flatMap((link) => queriesOf(field, link, address)),
			...(query && isFlat ? [query] : []),
		];
	}
	if (typeof value === 'object') return [];
	if (isLink(value)) return queryOf(value, address) ?? [];
	return parametersOf(field).map((name) => pair(name, value));
}

export const pair = (name: string, value: unknown): string =>
	`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;

/**
 * Only the query of a link is used, at the list's own address. So its host and scheme do not matter:
 * services behind a proxy write other ones. The path must end like the list's.
 */
function queryOf(link: string, address: string): [string] | undefined {
	const text = /^[\w.$[\]-]+=/.test(link) ? `?${link}` : link;
	if (!URL.canParse(text, address)) return undefined;
	const { pathname, search } = new URL(text, address);
	const isSame = lastPart(pathname) === lastPart(new URL(address).pathname);
	return isSame && search.length > 1 ? [search.slice(1)] : undefined;
}

const lastPart = (path: string): string => path.replace(/\/$/, '').replace(/.*\//, '');

/** A token's parameter has the name of the field, with or without "next". */
function parametersOf({ name, plain, value }: Field): string[] {
	const isNumber = /^\d+$/.test(String(value));
	const short = name.replace(/^next[-_]?/i, '').replace(/^[A-Z]/, (first) => first.toLowerCase());
	if (plain === 'endcursor') return ['after', 'cursor'];
	if (plain === 'nexttoken') return [name, short];
	if (/^next(page(number|no|index)?)?$/.test(plain) && isNumber) return ['page', short || name];
	return [...new Set([short || 'cursor', name, 'cursor'])];
}
