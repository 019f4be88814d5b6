import type { IDataObject } from 'n8n-workflow';

import { listAppointments, listByStatuses } from '../service/appointments';
import type { ServiceClient } from '../service/http/client';
import type { Collected } from '../service/lists/collect';
import {
	CANCELED_STATUSES,
	isCanceledStatus,
	type AppointmentFilters,
} from '../service/vocabulary';
import { keyOf, type Snapshot } from './snapshot';

interface CanceledLists {
	client: ServiceClient;
	filters: AppointmentFilters;
	/** The most entries to read of each list. */
	limit: number;
	/** What counts of a list. @throws ServiceError if it lacks entries */
	read: (list: Promise<Collected>) => Promise<IDataObject[]>;
}

/**
 * A service may hide canceled appointments from its list. We look for the missing ones by flag and,
 * if that does not find all of them, by status, because the two may disagree. What is found is
 * removed from `missing`.
 */
export async function hiddenCancellations(
	missing: Snapshot,
	{ client, filters, limit, read }: CanceledLists,
): Promise<IDataObject[]> {
	const isAnyMissing = () => missing.some(({ status }) => !isCanceledStatus(status));
	const takeFrom = (canceled: IDataObject[]) =>
		canceled.filter((data) => {
			const key = keyOf(data);
			const isFound = key !== undefined && missing.get(key) && isCanceledStatus(data.status);
			if (isFound) missing.delete(key);
			return isFound;
		});

	if (!isAnyMissing()) return [];
	const flagged = listAppointments(client, { ...filters, is_cancelled: true }, limit);
	const byFlag = takeFrom(await read(flagged));
	if (!isAnyMissing()) return byFlag;
	const byStatus = takeFrom(await read(listByStatuses(client, filters, CANCELED_STATUSES, limit)));
	return [...byFlag, ...byStatus];
}
