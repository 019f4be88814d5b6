import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { withHandover } from '../runs/handover';
import { changeIdentity } from '../runs/identity';
import type { Difference } from './differences';

export interface Listing {
	zone: string;
	/** ms since the epoch. */
	listedAt: number;
}

/**
 * What starts the run of a difference.
 * @param staticData for a worker
 */
export function itemFor(
	difference: Difference,
	{ zone, listedAt }: Listing,
	staticData: IDataObject | undefined,
): INodeExecutionData {
	const { key, seen, former, event, data, previous, isOverdue } = difference;
	const timestamp = DateTime.now().setZone(zone).toISO();
	const json = {
		event,
		timestamp,
		data,
		caughtUp: true,
		...(previous && { previous: { ...previous } }),
	};
	return withHandover(json, {
		identity: changeIdentity(event, key, seen),
		whenFinished: false,
		caughtUp: { isOverdue: isOverdue === true },
		appointment: { key, seen, former, eventTime: listedAt },
		staticData,
	});
}
