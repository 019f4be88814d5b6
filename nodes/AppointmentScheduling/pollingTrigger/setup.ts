import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { listFilters } from '../fields/filters';
import { oneOf, trueOrFalse } from '../fields/values';
import { connect } from '../n8n/connect';
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
import { headerOf, type Header } from '../watching/header';
import { readLeadTimes, type LeadTime } from './leadTimes';
import { warnOnce } from './warnings';

export const POLLED_EVENTS = ['created', 'rescheduled', 'startsSoon', 'statusChanged'] as const;

export type PolledEvent = (typeof POLLED_EVENTS)[number];

/** What one poll looks for. */
export interface Setup {
	client: ServiceClient;
	event: PolledEvent;
	zone: string;
	/** False if it is the workflow's. */
	isZoneSet: boolean;
	/** What a stored state has to belong to. */
	header: Header;
	filters: AppointmentFilters;
	statuses: AppointmentStatus[];
	/** ms since the epoch. */
	now: number;
	/** For startsSoon, in the order of the parameters. */
	leadTimes: LeadTime[];
	skipShortNotice: boolean;
	/** Identifies the event and the filters of a stored state. */
	choice: string;
	/** Identifies the appointments that a poll for startsSoon can see. */
	scope: string;
	/** Logs a problem once. */
	warn: (text: string) => void;
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
	const { name: zone, chosenIn } = zoneOf(context, client, options.timezone);
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const listed = await listFilters(given, async () => zone);
	const skipShortNotice = trueOrFalse(options.skipShortNotice ?? false, 'Skip Short Notice');
	const isReminder = event === 'startsSoon';
	const leadTimes = isReminder ? leadTimesOf(context) : [];
	const header = headerOf(client, zone);
	return {
		client,
		event,
		zone,
		isZoneSet: chosenIn !== 'workflow',
		header,
		...listed,
		now,
		leadTimes,
		skipShortNotice,
		// A reminder that was sent counts, whatever the filters are.
		choice: JSON.stringify(isReminder ? [event] : [event, enteredFilters(context.getNode())]),
		scope: JSON.stringify([header.account, listed.filters, leadTimes, skipShortNotice]),
		warn: warnOnce(context),
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

/** Nobody needs a reminder of these, nor of canceled ones. */
const ALREADY_BEGUN: unknown[] = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

/** The filters that we apply ourselves, after reading the list. */
export function matches({ event, filters, statuses, zone }: Setup, data: IDataObject): boolean {
	if (statuses.length > 0 && !statuses.some((wanted) => wanted === data.status)) return false;
	const isCanceled = isCanceledStatus(data.status);
	if (event === 'startsSoon') {
		if (statuses.length > 0) return true;
		return isCanceled ? filters.is_cancelled === true : !ALREADY_BEGUN.includes(data.status);
	}
	if (event !== 'statusChanged') return true;
	const { calendar_key: calendar, is_cancelled = isCanceled } = filters;
	if (calendar !== undefined && isElsewhere(data, calendar)) return false;
	return is_cancelled === isCanceled && startsBetween(filters, data, zone);
}
