import { isObject, plainName } from '../values/bodies';
import { misleading } from './misleading';

/** A field of a response; `plain` is its name in lower case without separators. */
export interface Field<Value = unknown> {
	plain: string;
	name: string;
	/** Names of the objects around it. */
	path: readonly string[];
	value: Value;
}

const DEEPEST = 5;
const MOST_FIELDS = 2_000;
const LONGEST_NAME = 100;
/** What is followed or sent back is never cut. */
const LONGEST_TEXT = 16_000;
const HEADERS = /total|count|page|pagination|more|next|cursor/;
const PREFIX = /^x-(wp-|pagination-)?|^pagination-/;
/** Links are about the list only if one has such a relation. */
const ABOUT_PAGES = /^(next|prev|previous|first|last)$/;
const RANGE = /^\w{1,20} (?:(\d{1,16})-\d{1,16}|\*)\/(\d{1,16}|\*)$/;

/** Every field of a response in any object, outer ones first, but none of the entries of a list. */
export function fieldsIn(body: unknown, path: readonly string[] = []): Field[] {
	const fields: Field[] = [];
	const objects = [{ object: body, path }];
	for (const { object, path: around } of objects) {
		if (!isObject(object) || around.length > DEEPEST || fields.length > MOST_FIELDS) continue;
		for (const [name, value] of Object.entries(object)) {
			if (name.length > LONGEST_NAME) continue;
			fields.push({ plain: plainName(name), name, path: around, value });
			objects.push({ object: value, path: [...around, name] });
		}
	}
	return fields;
}

/** What says something about the pages of a list: the fields around it, and some headers. */
export const fieldsBeside = (fields: Field[], headers: Record<string, unknown>): Field[] => [
	...fields.flatMap((field) =>
		field.plain === 'links' && Array.isArray(field.value)
			? nextAmong(field.value.slice(0, MOST_FIELDS).filter(isObject))
			: [field],
	),
	...fieldsIn(rangeIn(headers['content-range'])),
	...nextAmong(linksIn(headers.link)),
	...Object.entries(headers)
		.filter(([header]) => HEADERS.test(header))
		.flatMap(([header, value]) => fieldsIn({ [header.replace(PREFIX, '')]: jsonIn(value) })),
];

/** The link to the next page among links by relation; without one, this is the last page. */
function nextAmong(links: Array<{ rel?: unknown; href?: unknown }>): Field[] {
	const about = links.filter(({ rel }) => ABOUT_PAGES.test(String(rel)));
	const value = about.find(({ rel }) => rel === 'next')?.href ?? null;
	return about.length > 0 ? fieldsIn({ next: value }) : [];
}

/** `Content-Range: items 0-19/45` */
function rangeIn(header: unknown): object {
	const [, offset, total] = RANGE.exec(String(header).slice(0, LONGEST_NAME)) ?? [];
	return total === undefined ? {} : { total, ...(offset !== undefined && { offset }) };
}

/** `Link: <?page=2>; rel="next", <?page=3>; rel="last"` (RFC 8288). @throws ServiceError */
function linksIn(header: unknown): Array<{ rel: string; href: string }> {
	const [, ...links] = whole(String(header ?? '')).split('<');
	return links.flatMap((link) => {
		const [href = '', rest = ''] = link.split('>', 2);
		const rel = rest.split(';').find((part) => /^\s*rel\s*=/i.test(part)) ?? '';
		const [, relations = ''] = rel.split(/["'=,]+/);
		return relations
			.toLowerCase()
			.split(' ')
			.map((one) => ({ rel: one, href }));
	});
}

/** A link, a token or a header in full. @throws ServiceError if it is too long to be one */
export function whole(text: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	throw misleading(
		`The link to the next page of the list is longer than ${LONGEST_TEXT} characters`,
	);
}

/** ASP.NET writes JSON into `X-Pagination`. */
function jsonIn(header: unknown): unknown {
	const text = String(header);
	try {
		return text.startsWith('{') ? JSON.parse(text) : text;
	} catch {
		return text;
	}
}

/** The whole numbers in these fields, also as text. */
export const numbersIn = (fields: Field[], names: RegExp): Array<Field<number>> =>
	fields.flatMap((field) => {
		const value = names.test(field.plain) ? numberIn(field.value) : undefined;
		return value === undefined ? [] : [{ ...field, value }];
	});

export const numberIn = (value: unknown): number | undefined =>
	/^(string|number)$/.test(typeof value) && /^\d{1,16}$/.test(String(value))
		? Number(value)
		: undefined;
