import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { listFilters } from '../fields/filters';
import { namesOf, oneOf, trueOrFalse, wholeNumber } from '../fields/values';
import { connect } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import { InputError } from '../service/errors';
import { isObject } from '../service/values/bodies';
import { DAY_MS, MINUTE_MS } from '../service/values/dates';
import { isCanceledStatus } from '../service/vocabulary';
import { headerOf } from '../watching/header';
import { EVENTS } from './fields';

const UNITS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: DAY_MS };
const LONGEST_MS = 3_650 * DAY_MS;

export type Setup = Awaited<ReturnType<typeof setUp>>;

/** @throws InputError */
export async function setUp(context: IPollFunctions, now: number) {
	const event = oneOf(namesOf(EVENTS), context.getNodeParameter('event'), 'Trigger On');
	const options = context.getNodeParameter('options', {}) as IDataObject;
	const client = await connect(context, {
		// Older n8n has no budget for polls.
		budgetMs: (context as Partial<IPollFunctions>).getPollBudgetMs?.(),
	});
	const zone = zoneOf(client, options.timezone);
	const header = headerOf(client, zone);
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const listed = listFilters(given, () => zone);
	const skipShortNotice = trueOrFalse(options.skipShortNotice ?? false, 'Skip Short Notice');
	const isReminder = event === 'startsSoon';
	const leadTimes = isReminder ? leadTimesOf(context) : [];
	return {
		client,
		event,
		...header,
		...listed,
		now,
		/** In the order of the parameters. */
		leadTimes,
		skipShortNotice,
		/** Identifies the event and the filters of a stored state. A reminder that was sent counts, whatever the filters are. */
		choice: JSON.stringify(isReminder ? [event] : [event, enteredFilters(context.getNode())]),
		/** Identifies the appointments that a poll for reminders can see. */
		scope: isReminder
			? JSON.stringify([header.account, listed.filters, leadTimes, skipShortNotice])
			: undefined,
	};
}

/** How long before its start an appointment is announced, each once: in ms, and as an item shows it. */
function leadTimesOf(context: IPollFunctions) {
	const leadTime = context.getNodeParameter('leadTime');
	const leadTimeUnit = context.getNodeParameter('leadTimeUnit');
	const more = context.getNodeParameter('moreLeadTimes', {}) as IDataObject | null;
	const rows = [
		{ leadTime, leadTimeUnit },
		...Object.values(more ?? {})
			.flat()
			.filter(isObject),
	];
	const leadTimes = rows.map((row) => {
		const unit = oneOf(namesOf(UNITS), row.leadTimeUnit, 'Lead Time Unit');
		const value = wholeNumber(row.leadTime, 'Lead Time', 1);
		const ms = value * UNITS[unit];
		if (ms <= LONGEST_MS) return { shown: { value, unit }, ms };
		const problem = `${value} ${unit} is more than ten years`;
		throw new InputError('Lead Time', problem, 'Enter a shorter lead time');
	});
	const first = (ms: number) => leadTimes.findIndex((leadTime) => leadTime.ms === ms);
	return leadTimes.filter(({ ms }, index) => first(ms) === index);
}

/**
 * The filters as the user entered them, because the value of an expression may change with each
 * poll. Sorted by name, without the labels that the editor stores with keys.
 */
function enteredFilters({ parameters: { filters } }: INode): unknown {
	return Object.entries((filters ?? {}) as IDataObject)
		.map(([name, value]) => [name, isObject(value) ? [value.mode, value.value] : value])
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** Nobody needs a reminder of these, nor of canceled ones. */
const ALREADY_BEGUN: unknown[] = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

/** The filters that we apply ourselves, after reading the list. */
export function matches({ event, filters, statuses }: Setup, data: IDataObject): boolean {
	if (statuses.length > 0 && !statuses.some((wanted) => wanted === data.status)) return false;
	const isCanceled = isCanceledStatus(data.status);
	if (event === 'startsSoon') {
		if (statuses.length > 0) return true;
		return isCanceled ? filters.is_cancelled === true : !ALREADY_BEGUN.includes(data.status);
	}
	if (event !== 'statusChanged') return true;
	return (filters.is_cancelled ?? isCanceled) === isCanceled;
}
