import type { IDataObject } from 'n8n-workflow';

import { listAppointments } from '../service/appointments';
import { ServiceError } from '../service/errors';
import type { ServiceClient } from '../service/http/client';
import type { Collected } from '../service/lists/collect';
import { withinSpan } from '../service/values/span';
import { hiddenCancellations } from '../watching/hiddenCancellations';
import type { Snapshot } from '../watching/snapshot';

/** So many are searched for those that the service hides. */
const MOST_CANCELED = 1_000;

/**
 * The appointments that start at a moment or later.
 * @param since ms since the epoch
 * @throws ServiceError if the list may lack appointments
 */
export async function listedSince(client: ServiceClient, since: number, zone: string) {
	const filters = withinSpan({}, since, undefined, zone);
	return await complete(listAppointments(client, filters, Infinity));
}

/** The canceled ones among the missing appointments. @throws ServiceError */
export async function hiddenSince(
	client: ServiceClient,
	since: number,
	zone: string,
	missing: Snapshot,
) {
	const filters = withinSpan({}, since, undefined, zone);
	const lists = { client, filters, limit: MOST_CANCELED, read: complete };
	return await hiddenCancellations(missing, lists);
}

/** @throws ServiceError if the list may lack appointments */
async function complete(list: Promise<Collected>): Promise<IDataObject[]> {
	const { elements, incomplete } = await list;
	if (incomplete !== undefined) throw new ServiceError(incomplete, '');
	return elements;
}
