import { isObject, plainName } from '../values/bodies';

/** A field of a response; `plain` is its name in lower case without separators. */
export interface Field<Value = unknown> {
	plain: string;
	name: string;
	/** Names of the objects around it. */
	path: readonly string[];
	value: Value;
}

const DEEPEST = 5;
const MOST_FIELDS = 1_900;
const MOST_LINKS = 20;
const LONGEST_NAME = 100;
/** What is followed or sent back is never cut. */
const LONGEST_HEADER = 16_000;
const HEADERS = /total|count|page|pagination|more|next|cursor/;
const PREFIX = /^x-(wp-|pagination-)?|^pagination-/;
/** Links are about the list only if one has such a relation. */
const ABOUT_PAGES = /^(next|prev|previous|first|last)$/;
/** PostgREST leaves out the unit. */
const RANGE = /^(?:\w{1,20} )?(?:(\d{1,16})-\d{1,16}|\*)\/(\d{1,16}|\*)$/;

/** The fields of a response in any object, outer ones first, but none of the entries of a list. */
export function fieldsIn(body: unknown): Field[] {
	const fields: Field[] = [];
	const objects = [{ object: body, path: [] as string[] }];
	let visited = 0;
	for (const { object, path } of objects) {
		if (!isObject(object) || path.length > DEEPEST) continue;
		for (const name in object) {
			if ((visited += 1) > MOST_FIELDS) return fields;
			if (name.length > LONGEST_NAME) continue;
			const value = object[name];
			fields.push({ plain: plainName(name), name, path, value });
			objects.push({ object: value, path: [...path, name] });
		}
	}
	return fields;
}

/** What may say something about the pages of a list: the fields around it, and some headers. */
export function fieldsBeside(inBody: Field[], headers: Record<string, unknown>): Field[] {
	const links = inBody.find(({ plain, value }) => plain === 'links' && Array.isArray(value));
	const relations = (links?.value ?? []) as unknown[];
	const [, offset, total] = RANGE.exec(String(headers['content-range']).slice(0, 100)) ?? [];
	const about = Object.entries(headers)
		.filter(([name]) => HEADERS.test(name))
		.map(([name, value]) => [name.replace(PREFIX, ''), jsonIn(value)] as const);
	return [
		...inBody,
		...nextAmong(relations.slice(0, MOST_LINKS).filter(isObject)),
		...nextAmong(linksIn(headers.link)),
		...fieldsIn({ ...(total && { offset, total }), ...Object.fromEntries(about) }),
	];
}

/** The link to the next page among links by relation; without one, this is the last page. */
function nextAmong(links: Array<{ rel?: unknown; href?: unknown }>): Field[] {
	const about = links.filter(({ rel }) => typeof rel === 'string' && ABOUT_PAGES.test(rel));
	const value = about.find(({ rel }) => rel === 'next')?.href ?? null;
	return about.length > 0 ? fieldsIn({ next: value }) : [];
}

/** `Link: <?page=2>; rel="next", <?page=3>; rel="last"` (RFC 8288). */
function linksIn(header: unknown): Array<{ rel: string; href: string }> {
	const text = String(header ?? '');
	const [, ...links] = text.length > LONGEST_HEADER ? [] : text.split('<');
	return links.flatMap((link) => {
		const [href = '', rest = ''] = link.split('>', 2);
		const [, relations = ''] = /;\s*rel\s*=\s*["']?([^"',;]*)/i.exec(rest) ?? [];
		return relations
			.toLowerCase()
			.split(' ')
			.map((rel) => ({ rel, href }));
	});
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

/** The whole numbers in these fields, also as text, the largest first. */
export const numbersIn = (fields: Field[], names: RegExp): Array<Field<number>> =>
	fields
		.flatMap((field) => {
			const value = names.test(field.plain) ? numberIn(field.value) : undefined;
			return value === undefined ? [] : [{ ...field, value }];
		})
		.sort((a, b) => b.value - a.value);

export const numberIn = (value: unknown): number | undefined =>
	/^(string|number)$/.test(typeof value) && /^\d{1,16}$/.test(String(value))
		? Number(value)
		: undefined;
