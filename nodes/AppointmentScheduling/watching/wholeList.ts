import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../service/errors';
import type { Collected } from '../service/lists/collect';

/**
 * What is missing from an incomplete list would look deleted, so nothing is compared.
 * @throws ServiceError if the list may lack entries
 */
export async function wholeList(list: Promise<Collected>): Promise<IDataObject[]> {
	const { elements, incomplete } = await list;
	if (incomplete === undefined) return elements;
	throw new ServiceError(incomplete, 'Nothing was reported. The list will be read again');
}
