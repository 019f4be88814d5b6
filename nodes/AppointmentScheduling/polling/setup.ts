import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { connect, CREDENTIAL } from '../connect';
import { listFilters } from '../fields/filters';
import { isObject } from '../service/bodies';
import type { ServiceClient } from '../service/client';
import { validZone } from '../service/dates';
import { InputError } from '../service/failures';
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
	const event = context.getNodeParameter('event');
	if (!isPolledEvent(event)) {
		throw new InputError(
			'Trigger On',
			`"${String(event)}" is not known`,
			'Choose it from the list',
		);
	}
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

const isPolledEvent = (value: unknown): value is PolledEvent =>
	POLLED_EVENTS.some((event) => event === value);

/** The filters that can only be seen to once an appointment has been read. */
export function matches({ event, filters, statuses }: Setup, data: IDataObject): boolean {
	if (statuses.length > 0 && !statuses.some((wanted) => wanted === data.status)) return false;
	const isCanceled = isCanceledStatus(data.status);
	if (event === 'startsSoon') {
		return statuses.length > 0 || filters.is_cancelled === true || !isCanceled;
	}
	if (event !== 'statusChanged') return true;
	const { calendar_key: wanted = '', is_cancelled = isCanceled } = filters;
	const calendar = isObject(data.calendar) ? data.calendar.calendar_key : undefined;
	const isElsewhere = typeof calendar === 'string' && !isSame(calendar, wanted);
	return is_cancelled === isCanceled && (wanted === '' || !isElsewhere);
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
