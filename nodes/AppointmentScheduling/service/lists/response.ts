import type { IDataObject } from 'n8n-workflow';

import { isObject, listIn, plainName } from '../values/bodies';
import { keyIn } from '../values/keys';

/** A request for one page of a list. */
export interface Asked {
	/** The address of the list without a query. */
	address: string;
	/** The query of the first page. */
	filters: string;
	query: string;
	/** Fields that may hold the key of an entry. */
	keys: string[];
	/** What was read before. Services count pages from zero or from one. */
	pagesBefore: number;
	entriesBefore: number;
}

/** The response, as the dialects read it. */
export interface ListResponse {
	asked: Asked;
	elements: IDataObject[];
	headers: Record<string, unknown>;
	fields: Field[];
	/** Entries in the whole list, if the service reports them. */
	total: number | undefined;
	/** Whether there are more pages; undefined if the response does not say so. */
	more: boolean | undefined;
}

/** `plain` is the name in lower case without separators, `holder` that of the surrounding object. */
type Field<Value = unknown> = { holder: string; plain: string; name: string; value: Value };

const HOLDERS =
	/^(data|d|result|response|links|(response)?meta(data)?|paging|pager|pages?|cursors?|(page|result)info|pagination(info)?)$/;
const DEEPEST = 3;
const HEADERS = /^(x-(wp-|pagination-)?|pagination-)/;
const TOTAL =
	/^(total(count|results|items|elements|records|entries|hits|size)?|numresults|odatacount)$/;
const MORE = /^((has)?more(pages|results|items)?|(has)?next|hasnextpage)$/;
const LAST = /^((is)?last(page)?|(is)?end)$/;
/** In `meta`, `remaining` counts the requests of a rate limit. */
const COUNTS_REMAINING = /^(body|pagination|paging|pager|page)$/;

/** @throws ServiceError if the body contains no list */
export function listResponse(
	body: unknown,
	headers: Record<string, unknown>,
	asked: Asked,
): ListResponse {
	const fields = [...fieldsIn('body', body), ...headerFields(headers)];
	const counts = numbersOf(fields, /^count$/).map(({ value }) => value);
	const totals = numbersOf(fields, TOTAL).map(({ value }) => value);
	const elements = listIn(body, [...totals, ...counts].includes(0));
	// A `count` may be that of this page only.
	totals.push(...counts.filter((count) => count !== elements.length || count === 0));
	const total = totals.length > 0 ? Math.max(...totals) : undefined;
	return { asked, elements, headers, fields, total, more: moreIn(fields) };
}

function fieldsIn(holder: string, body: unknown, depth = 0): Field[] {
	if (!isObject(body) || depth > DEEPEST) return [];
	const fieldFrom = ([name, value]: [string, unknown]) => ({
		holder,
		plain: plainName(name),
		name,
		value,
	});
	const own = Object.entries(body).map(fieldFrom);
	const inner = own.filter(({ plain }) => HOLDERS.test(plain));
	return [...own, ...inner.flatMap(({ plain, value }) => fieldsIn(plain, value, depth + 1))];
}

/** X-Total and the like, and the total in `Content-Range: items 0-19/45`. */
function headerFields(headers: Record<string, unknown>): Field[] {
	const [, total] = /\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
	const named = Object.entries(headers)
		.filter(([header]) => HEADERS.test(header))
		.map(([header, value]) => [header.replace(HEADERS, ''), String(value)]);
	return fieldsIn('headers', { ...Object.fromEntries(named), ...(total && { total }) }, DEEPEST);
}

function moreIn(fields: Field[]): boolean | undefined {
	const says = (name: RegExp, ...values: unknown[]) =>
		fields.some(({ plain, value }) => name.test(plain) && values.includes(value));
	const isRemaining = numbersOf(fields, /^remaining$/).some(
		({ holder, value }) => COUNTS_REMAINING.test(holder) && value > 0,
	);
	if (says(MORE, true, 'true', 1, '1') || says(LAST, false, 'false') || isRemaining) return true;
	return says(MORE, false, 'false') || says(LAST, true, 'true') ? false : undefined;
}

/** The first field with such a plain name that has a value; otherwise the first one. */
export function fieldOf({ fields }: ListResponse, plainName: RegExp): Field | undefined {
	const named = fields.filter(({ plain }) => plainName.test(plain));
	return named.find(({ value }) => value !== null && value !== '') ?? named[0];
}

/** The first field with such a plain name and a whole number, also as text. */
export const numberOf = ({ fields }: ListResponse, plainName: RegExp): Field<number> | undefined =>
	numbersOf(fields, plainName)[0];

function numbersOf(fields: Field[], plainName: RegExp): Array<Field<number>> {
	return fields
		.filter(({ plain, value }) => plainName.test(plain) && /^\d+$/.test(String(value)))
		.map((field) => ({ ...field, value: Number(field.value) }));
}

/** The key of an entry, in the first of these fields that it has. */
export function keyOf(entry: IDataObject | undefined, keys: string[]): string | undefined {
	return keyIn(keys.map((name) => entry?.[name]).find((value) => value !== undefined));
}
