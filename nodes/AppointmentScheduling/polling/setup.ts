import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { connect, CREDENTIAL } from '../n8n/connect';
import { listFilters } from '../fields/filters';
import { oneOf } from '../fields/values';
import { isElsewhere } from '../service/appointments';
import type { ServiceClient } from '../service/http/client';
import { instantOf, validZone, wallClock } from '../service/values/dates';
import {
	isCanceledStatus,
	type AppointmentFilters,
	type AppointmentStatus,
} from '../service/vocabulary';
import { POLLED_EVENTS, type PolledEvent } from './changes';
import { leadTimeMs } from './leadTime';

/** What one poll looks for. */
export interface Setup {
	client: ServiceClient;
	event: PolledEvent;
	zone: string;
	filters: AppointmentFilters;
	statuses: AppointmentStatus[];
	/** ms since the epoch. */
	now: number;
	/** ms before the start, for startsSoon. */
	lead: number;
	/** What a snapshot is made for: with another choice it says nothing. */
	choice: string;
}

/** Reads the node's parameters. @throws InputError */
export async function setUp(context: IPollFunctions, now: number): Promise<Setup> {
	const event = oneOf(POLLED_EVENTS, context.getNodeParameter('event'), 'Trigger On');
	const zone = validZone(context.getTimezone());
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const listed = listFilters(given, () => zone);
	const client = await connect(context);
	const account = [client.settings.baseUrl, context.getNode().credentials?.[CREDENTIAL]?.id];
	return {
		client,
		event,
		zone,
		...listed,
		now,
		lead:
			event === 'startsSoon'
				? leadTimeMs(context.getNodeParameter('leadTime'), context.getNodeParameter('leadTimeUnit'))
				: 0,
		// Whom a reminder was sent to does not depend on the filters.
		choice: JSON.stringify(event === 'startsSoon' ? [event] : [event, account, listed]),
	};
}

/** A start that can't be read keeps no event back. */
function startsBetween(
	{ start_date, end_date }: AppointmentFilters,
	data: IDataObject,
	zone: string,
): boolean {
	const start = instantOf(data.start_date, zone);
	if (start === undefined) return true;
	const clock = wallClock(start, zone);
	return (start_date ?? clock) <= clock && clock <= (end_date ?? clock);
}

/** The filters that can only be seen to once an appointment has been read. */
export function matches({ event, filters, statuses, zone }: Setup, data: IDataObject): boolean {
	if (statuses.length > 0 && !statuses.some((wanted) => wanted === data.status)) return false;
	const isCanceled = isCanceledStatus(data.status);
	if (event === 'startsSoon') {
		return statuses.length > 0 || filters.is_cancelled === true || !isCanceled;
	}
	if (event !== 'statusChanged') return true;
	const { calendar_key: calendar, is_cancelled = isCanceled } = filters;
	if (calendar !== undefined && isElsewhere(data, calendar)) return false;
	return is_cancelled === isCanceled && startsBetween(filters, data, zone);
}
