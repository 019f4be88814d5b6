import { listAppointments } from '../../service/appointments';
import type { ServiceClient } from '../../service/http/client';
import { withinSpan } from '../../service/values/span';
import { hiddenCancellations } from '../../watching/hiddenCancellations';
import type { Snapshot } from '../../watching/snapshot';
import { wholeList } from '../../watching/wholeList';

/** So many are searched for those that the service hides. */
const MOST_CANCELED = 1_000;

/**
 * The appointments that start at a moment or later.
 * @param since ms since the epoch
 * @throws ServiceError if the list may lack appointments
 */
export async function listedSince(client: ServiceClient, since: number, zone: string) {
	const filters = withinSpan({}, since, undefined, zone);
	return await wholeList(listAppointments(client, filters, Infinity));
}

/** The canceled ones among the missing appointments. @throws ServiceError */
export async function hiddenSince(
	client: ServiceClient,
	since: number,
	zone: string,
	missing: Snapshot,
) {
	const filters = withinSpan({}, since, undefined, zone);
	const lists = { client, filters, limit: MOST_CANCELED, read: wholeList };
	return await hiddenCancellations(missing, lists);
}
