import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { listFilters } from '../parameters/filters';
import { namesOf, oneOf, optionalNumber, trueOrFalse, wholeNumber } from '../parameters/values';
import { ASSUMED_MINUTES, DURATION } from '../availability/properties';
import { connect } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import { InputError } from '../service/core/errors';
import { isObject } from '../service/values/bodies';
import { DAY_MS, MINUTE_MS } from '../service/values/dates';
import { BEGUN_STATUSES, documentedStatus, isCanceledStatus } from '../service/core/vocabulary';
import { accountOf } from '../watching/digest';
import { EVENTS } from './parameters';

const UNITS = { minutes: MINUTE_MS, hours: 60 * MINUTE_MS, days: DAY_MS };
const LONGEST_MS = 3_650 * DAY_MS;
/** The polls for Appointment Ended do not list longer appointments. */
export const LONGEST_DURATION_MS = 7 * DAY_MS;

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
	const account = accountOf(client);
	const given = context.getNodeParameter('filters', {}) as IDataObject;
	const listed = listFilters(given, () => zone);
	const skipShortNotice = trueOrFalse(options.skipShortNotice ?? false, 'Skip Short Notice');
	const leadTimes = event === 'startsSoon' ? leadTimesOf(context) : [];
	const delay = event === 'ended' ? delayOf(context) : undefined;
	const { parameters } = context.getNode();
	const entered = enteredIn(parameters.filters);
	const scopes: Partial<Record<typeof event, unknown[]>> = {
		startsSoon: [entered, leadTimes, skipShortNotice],
		ended: [entered, parameters.delay, parameters.delayUnit, options.duration],
	};
	return {
		client,
		event,
		account,
		zone,
		...listed,
		now,
		/** In the order of the parameters. */
		leadTimes,
		skipShortNotice,
		/** After the end. */
		delay: delay?.shown,
		delayMs: delay?.ms ?? 0,
		/** Of an appointment without an end. */
		durationMs: durationIn(options),
		/** Identifies the event and the filters of a stored state. What was announced is remembered, whatever the filters are. */
		choice: JSON.stringify(event in scopes ? [event] : [event, entered]),
		/** Identifies the announcements that a poll could make. */
		scope: JSON.stringify(scopes[event]),
	};
}

/** How long before its start an appointment is announced, each once. */
function leadTimesOf(context: IPollFunctions) {
	const leadTime = context.getNodeParameter('leadTime');
	const leadTimeUnit = context.getNodeParameter('leadTimeUnit');
	const more = context.getNodeParameter('moreLeadTimes', {}) as IDataObject | null;
	const rows = [{ leadTime, leadTimeUnit }, ...Object.values(more ?? {}).flat()].filter(isObject);
	const leadTimes = rows.map((row) => timeOf('Lead Time', row.leadTime, row.leadTimeUnit));
	const first = (ms: number) => leadTimes.find((leadTime) => leadTime.ms === ms);
	return leadTimes.filter((leadTime) => first(leadTime.ms) === leadTime);
}

const delayOf = (context: IPollFunctions) =>
	timeOf('Delay', context.getNodeParameter('delay'), context.getNodeParameter('delayUnit'));

/** In ms, and as an item shows it. @throws InputError */
function timeOf(field: string, amount: unknown, amountUnit: unknown) {
	const unit = oneOf(namesOf(UNITS), amountUnit, `${field} Unit`);
	const value = wholeNumber(amount, field, 0);
	const ms = value * UNITS[unit];
	if (ms <= LONGEST_MS) return { shown: { value, unit }, ms };
	const problem = `${value} ${unit} is more than ten years`;
	throw new InputError(field, problem, `Enter a shorter ${field.toLowerCase()}`);
}

function durationIn({ duration }: IDataObject): number {
	const minutes = optionalNumber(duration, DURATION, 1) ?? ASSUMED_MINUTES;
	if (minutes * MINUTE_MS <= LONGEST_DURATION_MS) return minutes * MINUTE_MS;
	throw new InputError(DURATION, `${minutes} minutes is more than a week`, 'Enter less');
}

/**
 * The filters as the user entered them, because the value of an expression may change with each
 * poll. Sorted by name, without the labels that the editor stores with keys.
 */
const enteredIn = (filters: unknown): unknown =>
	Object.entries(isObject(filters) ? filters : {})
		.map(([name, value]) => [name, isObject(value) ? [value.mode, value.value] : value])
		.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));

/** Without a Status filter, nothing runs for these, nor for canceled ones. */
const LEFT_OUT: Partial<Record<keyof typeof EVENTS, string[]>> = {
	startsSoon: BEGUN_STATUSES,
	ended: ['NO_SHOW', 'PENDING_PAYMENT', 'PENDING_FORM', 'PENDING_COMPANIONS'],
	rescheduled: [],
};

/** The filters that we apply ourselves, after reading the list. */
export function matches({ event, filters, statuses }: Setup, written: unknown): boolean {
	const status = documentedStatus(written);
	const isCanceled = isCanceledStatus(status);
	if (event === 'created' && isCanceled) return false;
	if (statuses.length > 0) return statuses.some((wanted) => wanted === status);
	const leftOut = LEFT_OUT[event];
	if (leftOut) return isCanceled ? filters.is_cancelled === true : !leftOut.includes(status);
	return event !== 'statusChanged' || (filters.is_cancelled ?? isCanceled) === isCanceled;
}
