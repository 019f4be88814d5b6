import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../errors';
import type { ServiceClient } from '../http/client';
import { reportedError, withoutToken } from '../http/refusal';
import { listIn } from '../values/bodies';
import { fieldsOf, numbersIn, type Field } from './fields';

export interface Page {
	elements: IDataObject[];
	/** What the response may say about its pages. */
	fields: Field[];
	/** Entries in the whole list, if the service reports them. */
	total: number | undefined;
	/** Whether there are more pages; undefined if the response does not say so. */
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
	const request = { method: 'GET', path, search } as const;
	const { body, headers } = await client.request(request).catch(emptyList);
	const problem = reportedError(body);
	if (problem !== undefined) {
		const failure = new ServiceError(
			`The service reported an error instead of a list: ${problem.slice(0, 500)}`,
			'Check the filters against the message of the service, or try again later',
		);
		throw withoutToken(failure, client.settings.accessToken);
	}
	const fields = fieldsOf(body, headers);
	const numbers = (names: RegExp) => numbersIn(fields, names).map(({ value }) => value);
	const counts = numbers(/^count$/);
	const totals = numbers(TOTAL);
	const elements = listIn(body, [...totals, ...counts].includes(0));
	// A `count` may be that of this page only.
	totals.push(...counts.filter((count) => count !== elements.length || count === 0));
	const total = totals.length > 0 ? Math.max(...totals) : undefined;
	return { elements, fields, total, more: moreIn(fields) };
}

/** A 204 means that the list is empty. */
function emptyList(error: unknown): { body: unknown; headers: Record<string, unknown> } {
	if (hasStatus(error, 204)) return { body: [], headers: {} };
	throw error;
}

/** Why there may be no such page. */
export function refusalIn(error: unknown): ServiceError {
	if (error instanceof ServiceError && hasStatus(error, ...NO_SUCH_PAGE)) return error;
	throw error;
}

function moreIn(fields: Field[]): boolean | undefined {
	const says = (names: RegExp, ...values: unknown[]) =>
		fields.some(({ plain, value }) => names.test(plain) && values.includes(value));
	if (says(MORE, true, 'true', 1, '1') || says(LAST, false, 'false')) return true;
	return says(MORE, false, 'false') || says(LAST, true, 'true') ? false : undefined;
}
