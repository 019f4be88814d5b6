import { randomUUID } from 'crypto';
import type { INodeExecutionData } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { changeIdentity } from '../deliveries/once/identity';
import { THIS_PROCESS } from '../deliveries/once/thisProcess';
import { CREATION_EVENT } from '../service/vocabulary';
import { GRACE_MS } from './check';
import type { Difference } from './differences';

export interface Listing {
	zone: string;
	/** ms since the epoch. */
	listedAt: number;
}

/** What starts the run of a difference. */
export function itemFor(difference: Difference, { zone, listedAt }: Listing): INodeExecutionData {
	const { key, seen, event, data, previous } = difference;
	const timestamp = DateTime.now().setZone(zone).toISO();
	const identity = changeIdentity(event, key, seen);
	return {
		json: {
			event,
			timestamp,
			data,
			caughtUp: true,
			...(previous && { previous: { ...previous } }),
		},
		delivery: {
			key: identity,
			claim: event === CREATION_EVENT ? identity : claimOf(identity, listedAt),
			token: randomUUID(),
			process: THIS_PROCESS,
			caughtUp: true,
			appointment: { key, ...seen, eventTime: listedAt },
		},
	} as INodeExecutionData;
}

/** An appointment that changes away and back is found in the same state again, two grace periods later at least. */
const claimOf = (identity: string, listedAt: number): string =>
	`${identity} ${Math.floor(listedAt / (2 * GRACE_MS))}`;
