import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceAnswer, ServiceClient } from '../http/client';
import { denial } from '../http/refusal';
import { fieldsBeside, fieldsIn, numbersIn, type Field } from './fields';
import { listIn } from './list';
import { isNo, isYes, totalIn } from './unsettled';

export interface Page {
	elements: IDataObject[];
	/** The fields beside the list. */
	fields: Field[];
	/** Entries in the whole list. */
	total: number | undefined;
	/** Undefined if the response does not say whether there are more pages. */
	more: boolean | undefined;
}

/** A list at the service. */
export interface List {
	path: string;
	/** Fields that may hold the key of an entry. */
	keys: readonly string[];
	/** What only an entry of this list has. */
	entryFields: readonly string[];
}

/** Services refuse a page after the last one, or an unknown parameter, with these. */
export const NO_SUCH_PAGE = [404, 416, 400, 422];
const COUNTED =
	/^(total(count|results|items|elements|records|entries|hits|size)?|count|numresults|odatacount)$/;
const MORE = /^((has)?more(pages|results|items)?|(has)?next|hasnextpage)$/;
const LAST = /^((is)?last(page)?|(is)?end)$/;

/** @throws ServiceError, also if the response contains no list, or reports an error */
export async function fetchPage(
	client: ServiceClient,
	{ path, entryFields }: List,
	search: string,
): Promise<Page> {
	const answer = await client.request({ method: 'GET', path, search }).catch(emptyList);
	const denied = denial(answer, client.settings.accessToken);
	if (denied) {
		const remedy = 'Check the filters against the message of the service, or try again later';
		throw new ServiceError(denied.message, remedy);
	}
	const inBody = fieldsIn(answer.body);
	const fields = fieldsBeside(inBody, answer.headers);
	const isEmpty = numbersIn(fields, COUNTED).some(({ value }) => value === 0);
	const elements = listIn(answer.body, entryFields, isEmpty, inBody);
	return { elements, fields, total: totalIn(fields, elements.length), more: moreIn(fields) };
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

function moreIn(fields: Field[]): boolean | undefined {
	const says = (names: RegExp, is: (value: unknown) => boolean) =>
		fields.some(({ plain, value }) => names.test(plain) && is(value));
	if (says(MORE, (value) => isYes(value) || Number(value) === 1) || says(LAST, isNo)) return true;
	return says(MORE, isNo) || says(LAST, isYes) ? false : undefined;
}
