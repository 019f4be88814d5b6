import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { givenFilters, listFilters } from '../fields/filters';
import { oneOf, trueOrFalse } from '../fields/values';
import { connect, CREDENTIAL } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import { isElsewhere } from '../service/appointments';
import type { ServiceClient } from '../service/http/client';
import { isObject } from '../service/values/bodies';
import { instantOf, wallClock } from '../service/values/dates';
import {
	isCanceledStatus,
	type AppointmentFilters,
	type AppointmentStatus,
} from '../service/vocabulary';
import { readLeadTimes, type LeadTime } from './leadTimes';

export const POLLED_EVENTS = ['created', 'rescheduled', 'startsSoon', 'statusChanged'] as const;

export type PolledEvent = (typeof POLLED_EVENTS)[number];

/** What one poll looks for. */
export interface Setup {
	client: ServiceClient;
	event: PolledEvent;
	zone: string;
	filters: AppointmentFilters;
	statuses: AppointmentStatus[];
	/** ms since the epoch. */
	now: number;
	/** For startsSoon, in the order of the parameters. */
	leadTimes: LeadTime[];
	skipShortNotice: boolean;
	/** Identifies the settings of a stored state: in the current format, and in the one of version 0.1. */
	choices: string[];
	/** Identifies the appointments that a poll for startsSoon can see. */
	scope: string;
}

/** Older n8n has no budget for polls. */
type PollContext = Omit<IPollFunctions, 'getPollBudgetMs'> &
	Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>;

/** Reads the node's parameters. @throws InputError */
export async function setUp(context: IPollFunctions, now: number): Promise<Setup> {
	const event = oneOf(POLLED_EVENTS, context.getNodeParameter('event'), 'Trigger On');
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const client = await connect(context, {
		budgetMs: (context as PollContext).getPollBudgetMs?.(),
	});
	const zone = zoneOf(context, client, options.timezone).name;
	const listed = listFilters(givenFilters(context.getNodeParameter('filters', {})), () => zone);
	const skipShortNotice = trueOrFalse(options.skipShortNotice ?? false, 'Skip Short Notice');
	const isReminder = event === 'startsSoon';
	const leadTimes = isReminder ? leadTimesOf(context) : [];
	const node = context.getNode();
	const account = [client.settings.baseUrl, node.credentials?.[CREDENTIAL]?.id];
	const choices = isReminder
		? [[event]] // A reminder that was sent counts, whatever the filters are.
		: [
				[event, account, enteredFilters(node)],
				[event, account, listed],
			];
	return {
		client,
		event,
		zone,
		...listed,
		now,
		leadTimes,
		skipShortNotice,
		choices: choices.map((choice) => JSON.stringify(choice)),
		scope: JSON.stringify([account, listed.filters, leadTimes, skipShortNotice]),
	};
}

const leadTimesOf = (context: IPollFunctions): LeadTime[] =>
	readLeadTimes(
		context.getNodeParameter('leadTime'),
		context.getNodeParameter('leadTimeUnit'),
		context.getNodeParameter('moreLeadTimes', {}),
	);

/**
 * The filters as the user entered them, because the value of an expression may change with each
 * poll. Sorted by name, without the labels that the editor stores with keys.
 */
function enteredFilters({ parameters: { filters } }: INode): unknown {
	return Object.entries((filters ?? {}) as IDataObject)
		.map(([name, value]) => [name, isObject(value) ? [value.mode, value.value] : value])
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
/** If the start is not a valid date, the event is reported. */
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

/** The filters that we apply ourselves, after reading the list. */
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
