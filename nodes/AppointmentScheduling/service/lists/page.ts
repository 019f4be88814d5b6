import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { denial } from '../http/refusal';
import type { ServiceAnswer } from '../http/response';
import { fieldsBeside, fieldsIn } from './fields';
import { entriesIn, listIn } from './list';
import { signsIn, type Signs } from './signs';

/** A list at the service. */
export interface List {
	path: string;
	/** Fields that may hold the key of an entry. */
	keys: readonly string[];
	/** What only an entry of this list has. */
	entryFields: readonly string[];
}

export interface Page {
	elements: IDataObject[];
	/** Entries as sent, with those that are null. */
	sent: number;
	signs: Signs;
}

/** @throws ServiceError, also if the response contains no list, or reports an error */
export async function fetchPage(
	client: ServiceClient,
	{ path, entryFields }: List,
	search: string,
): Promise<Page> {
	const answer = await client.request({ method: 'GET', path, search }).catch(emptyList);
	const { secrets, baseUrl } = client.settings;
	const inBody = fieldsIn(answer.body);
	const list = listIn(answer.body, entryFields, inBody);
	const denied = denial(answer, secrets, !list?.length);
	if (denied) throw denied;
	const { length: sent } = list ?? [];
	const signs = signsIn(fieldsBeside(inBody, answer.headers), sent, `${baseUrl}${path}`);
	const elements = list ? entriesIn(list) : signs.total?.value === 0 ? [] : undefined;
	if (elements) return { elements, sent, signs };
	throw new ServiceError(
		'The response of the service contains no list of results',
		"Check 'Base URL' in the credential: another service or version may respond there",
		{ status: answer.status },
	);
}

export const pageOrFailure = async (
	...given: Parameters<typeof fetchPage>
): Promise<Page | ServiceError> =>
	await fetchPage(...given).catch((error: unknown) => {
		if (error instanceof ServiceError) return error;
		throw error;
	});

/** A 204 means that the list is empty. */
function emptyList(error: unknown): ServiceAnswer {
	if (hasStatus(error, 204)) return { status: 204, body: [], headers: {} };
	throw error;
}
