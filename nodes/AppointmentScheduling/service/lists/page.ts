import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../errors';
import type { ServiceAnswer, ServiceClient } from '../http/client';
import { denial } from '../http/refusal';
import { listIn } from '../values/bodies';
import { keyIn } from '../values/keys';
import { fieldsOf, numbersIn, type Field } from './fields';

export interface Page {
	elements: IDataObject[];
	fields: Field[];
	/** Entries in the whole list. */
	total: number | undefined;
	/** Undefined if the response does not say whether there are more pages. */
	more: boolean | undefined;
}

/** Services refuse a page after the last one, or an unknown parameter, with these. */
export const NO_SUCH_PAGE = [404, 416, 400, 422];
const TOTAL =
	/^(total(count|results|items|elements|records|entries|hits|size)?|numresults|odatacount)$/;
const MORE = /^((has)?more(pages|results|items)?|(has)?next|hasnextpage)$/;
const LAST = /^((is)?last(page)?|(is)?end)$/;

/** @throws ServiceError, also if the response contains no list, or reports an error */
export async function fetchPage(
	client: ServiceClient,
	path: string,
	search: string,
): Promise<Page> {
	const answer = await client.request({ method: 'GET', path, search }).catch(emptyList);
	const denied = denial(answer, client.settings.accessToken);
	if (denied) {
		const remedy = 'Check the filters against the message of the service, or try again later';
		throw new ServiceError(denied.message, remedy);
	}
	const fields = fieldsOf(answer.body, answer.headers);
	const numbers = (names: RegExp) => numbersIn(fields, names).map(({ value }) => value);
	const counts = numbers(/^count$/);
	const totals = numbers(TOTAL);
	const elements = listIn(answer.body, [...totals, ...counts].includes(0));
	// A `count` may be that of this page only.
	totals.push(...counts.filter((count) => count !== elements.length || count === 0));
	const total = totals.length > 0 ? Math.max(...totals) : undefined;
	return { elements, fields, total, more: moreIn(fields) };
}

/** A 204 means that the list is empty. */
function emptyList(error: unknown): ServiceAnswer {
	if (hasStatus(error, 204)) return { status: 204, body: [], headers: {} };
	throw error;
}

/** Why there may be no such page. */
export function refusalIn(error: unknown): ServiceError {
	if (error instanceof ServiceError && hasStatus(error, ...NO_SUCH_PAGE)) return error;
	throw error;
}

export const misleading = (message: string): ServiceError =>
	new ServiceError(
		message,
		"Narrow the list with filters or 'Limit', and report this to the support of the service",
	);

function moreIn(fields: Field[]): boolean | undefined {
	const says = (names: RegExp, ...values: unknown[]) =>
		fields.some(({ plain, value }) => names.test(plain) && values.includes(value));
	if (says(MORE, true, 'true', 1, '1') || says(LAST, false, 'false')) return true;
	return says(MORE, false, 'false') || says(LAST, true, 'true') ? false : undefined;
}

/** Entries of a list by key, each once. Those without a key are known by their content. */
export class Entries extends Map<string, IDataObject> {
	constructor(private readonly keyFields: string[]) {
		super();
	}

	readonly isKnown = (entry: IDataObject) => this.has(this.idOf(entry));

	readonly idOf = (entry: IDataObject) => this.keyOf(entry) ?? JSON.stringify(entry);

	keyOf(entry: IDataObject | undefined): string | undefined {
		return keyIn(this.keyFields.map((name) => entry?.[name]).find((value) => value !== undefined));
	}

	add(elements: Iterable<IDataObject>): void {
		for (const entry of elements) {
			if (!this.isKnown(entry)) this.set(this.idOf(entry), entry);
		}
	}
}
