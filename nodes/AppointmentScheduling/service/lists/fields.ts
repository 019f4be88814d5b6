import { isObject, plainName } from '../values/bodies';

/** `plain` is the name in lower case without separators. */
export interface Field<Value = unknown> {
	plain: string;
	name: string;
	value: Value;
}

const HOLDERS =
	/^(data|d|result|response|links|(response)?meta(data)?|paging|pager|pages?|cursors?|(page|result)info|pagination(info)?)$/;
const DEEPEST = 3;
const HEADERS = /^(x-(wp-|pagination-)?|pagination-|(?=(total-count|pagination)$))/;
/** Links are about the list only if one has such a relation. */
const ABOUT_PAGES = /^(next|prev|previous|first|last)$/;
const LINK = /<([^<>]*)>([^<]*)/g;
const REL = /;\s*rel\s*=\s*["']?([^"';,]*)/i;

/** What a response may say about its pages: fields around the list, links by relation, headers. */
export const fieldsOf = (body: unknown, headers: Record<string, unknown>): Field[] => [
	...fieldsIn(body),
	...headerFields(headers),
];

function fieldsIn(body: unknown, depth = 0): Field[] {
	if (!isObject(body) || depth > DEEPEST) return [];
	const own = Object.entries(body).map(([name, value]) => ({
		name,
		value,
		plain: plainName(name),
	}));
	const inner = own
		.filter(({ plain }) => HOLDERS.test(plain))
		.flatMap(({ plain, value }) =>
			Array.isArray(value) && plain === 'links'
				? nextAmong(value.filter(isObject))
				: fieldsIn(value, depth + 1),
		);
	return [...own, ...inner];
}

/** The link to the next page among links by relation; without one, this is the last page. */
function nextAmong(links: Array<{ rel?: unknown; href?: unknown }>): Field[] {
	const about = links.filter(({ rel }) => ABOUT_PAGES.test(String(rel)));
	const value = about.find(({ rel }) => rel === 'next')?.href ?? null;
	return about.length > 0 ? fieldsIn({ next: value }, DEEPEST) : [];
}

/** X-Total and the like, `Content-Range: items 0-19/45`, and the Link header (RFC 8288). */
function headerFields(headers: Record<string, unknown>): Field[] {
	const [, offset, total] = /(\d+)-\d+\/(\d+|\*)$/.exec(String(headers['content-range'])) ?? [];
	const named = Object.entries(headers)
		.filter(([header]) => HEADERS.test(header))
		.map(([header, value]) => [header.replace(HEADERS, ''), jsonIn(String(value))]);
	const range = offset === undefined ? {} : { offset, total };
	const links = [...String(headers.link).matchAll(LINK)].flatMap(([, href, rest = '']) => {
		const relations = REL.exec(rest)?.[1]?.toLowerCase() ?? '';
		return relations.split(/\s+/).map((rel) => ({ rel, href }));
	});
	return [
		...fieldsIn({ ...range, ...Object.fromEntries(named) }, DEEPEST - 1),
		...nextAmong(links),
	];
}

/** ASP.NET writes JSON into `X-Pagination`. */
function jsonIn(text: string): unknown {
	try {
		return text.startsWith('{') ? JSON.parse(text) : text;
	} catch {
		return text;
	}
}

/** The whole numbers in these fields, also as text. */
export const numbersIn = (fields: Field[], names: RegExp): Array<Field<number>> =>
	fields
		.filter(({ plain, value }) => names.test(plain) && /^\d{1,16}$/.test(String(value)))
		.map((field) => ({ ...field, value: Number(field.value) }));
