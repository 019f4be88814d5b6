import { isObject, plainName } from '../values/bodies';

/** `plain` is the name in lower case without separators, `holder` that of the surrounding object. */
export interface Field<Value = unknown> {
	holder: string;
	plain: string;
	name: string;
	value: Value;
}

const HOLDERS =
	/^(data|d|result|response|links|(response)?meta(data)?|paging|pager|pages?|cursors?|(page|result)info|pagination(info)?)$/;
const DEEPEST = 3;
const HEADERS = /^(x-(wp-|pagination-)?|pagination-|(?=(total-count|pagination)$))/;
/** A Link header is about the list only with one of these. */
const ABOUT_PAGES = /^(next|prev|previous|first|last)$/;

/** Names that mean something else unless they stand among other fields about pages. */
const AMBIGUOUS = /^(number|current|last|size|start|from)$/;
const CLEAR = /page|limit|total|count|offset|skip|more/;
const PAGE_HOLDERS = /^(pag(e|es|er|ing|ination(info)?)|pageinfo|meta)$/;

/** What a response may say about its pages: fields around the list, links by relation, headers. */
export function fieldsOf(body: unknown, headers: Record<string, unknown>): Field[] {
	const all = [...fieldsIn('body', body), ...headerFields(headers)];
	return all.filter(
		({ holder, plain, value }) =>
			!AMBIGUOUS.test(plain) ||
			typeof value === 'boolean' ||
			PAGE_HOLDERS.test(holder) ||
			all.some((other) => other.holder === holder && CLEAR.test(other.plain)),
	);
}

const fieldOf = (holder: string, name: string, value: unknown): Field => ({
	...{ holder, name, value },
	plain: plainName(name),
});

function fieldsIn(holder: string, body: unknown, depth = 0): Field[] {
	if (!isObject(body) || depth > DEEPEST) return [];
	const own = Object.entries(body).map(([name, value]) => fieldOf(holder, name, value));
	const inner = own.filter(({ plain }) => HOLDERS.test(plain));
	return [
		...own,
		...inner.flatMap(({ plain, value }) =>
			Array.isArray(value) && plain === 'links'
				? nextAmong(plain, value.filter(isObject))
				: fieldsIn(plain, value, depth + 1),
		),
	];
}

/** The link to the next page among links by relation; without one, this is the last page. */
function nextAmong(holder: string, links: Array<{ rel?: unknown; href?: unknown }>): Field[] {
	const about = links.filter(({ rel }) => ABOUT_PAGES.test(String(rel)));
	const next = about.find(({ rel }) => rel === 'next');
	return about.length > 0 ? [fieldOf(holder, 'next', next?.href ?? null)] : [];
}

/** X-Total and the like, `Content-Range: items 0-19/45`, and the Link header (RFC 8288). */
function headerFields(headers: Record<string, unknown>): Field[] {
	const [, first, total] = /(\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range'])) ?? [];
	const range = first === undefined ? [] : Object.entries({ offset: first, total });
	const named = Object.entries(headers)
		.filter(([header]) => HEADERS.test(header))
		.map(([header, value]): [string, unknown] => [header.replace(HEADERS, ''), parsed(value)]);
	return [
		...fieldsIn('headers', Object.fromEntries([...range, ...named]), DEEPEST - 1),
		...nextAmong('headers', linksIn(String(headers.link ?? ''))),
	];
}

/** ASP.NET writes JSON into `X-Pagination`. */
function parsed(value: unknown): unknown {
	try {
		return /^\s*\{/.test(String(value)) ? JSON.parse(String(value)) : String(value);
	} catch {
		return undefined;
	}
}

const LINK = /<([^<>]*)>((?:[^,"']|"[^"]*"|'[^']*')*)/g;
const REL = /(?:^|;)\s*rel=(?:"([^"]*)"|'([^']*)'|([\w-]+))/i;

function linksIn(header: string): Array<{ rel: string; href: string }> {
	return [...header.matchAll(LINK)].flatMap(([, href = '', parameters = '']) => {
		const [, ...quoted] = REL.exec(parameters) ?? [];
		const relations = (quoted.find((text) => text !== undefined) ?? '').toLowerCase();
		return relations.split(/\s+/).map((rel) => ({ rel, href }));
	});
}

/** The first of these fields with a whole number, also as text. */
export const numberIn = (fields: Field[], plainName: RegExp): Field<number> | undefined =>
	numbersIn(fields, plainName)[0];

export function numbersIn(fields: Field[], plainName: RegExp): Array<Field<number>> {
	return fields
		.filter(({ plain, value }) => plainName.test(plain) && /^\d{1,15}$/.test(String(value)))
		.map((field) => ({ ...field, value: Number(field.value) }));
}
