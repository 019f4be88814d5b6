import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import { listFilters, pollingFiltersProperty } from '../parameters/filters';
import { namesOf, oneOf, trueOrFalse, wholeNumber } from '../parameters/values';
import { InputError } from '../service/errors';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../service/values/dates';
import { isObject, objectOf } from '../service/values/objects';
import { EVENTS } from './properties';

const UNITS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS };
const LONGEST_MS = 3_650 * DAY_MS;

export type Setup = Awaited<ReturnType<typeof setUp>>;

/** What the user has chosen. @throws InputError */
export async function setUp(context: IPollFunctions, limits: Parameters<typeof connect>[1]) {
	const event = oneOf(namesOf(EVENTS), context.getNodeParameter('event'), 'Trigger On');
	const options = objectOf(context.getNodeParameter('options', {}));
	const client = await connect(context, limits);
	const zone = zoneOf(client);
	const given = offered(objectOf(context.getNodeParameter('filters', {})));
	const leadTimes = event === 'startsSoon' ? leadTimesOf(context, options) : [];
	const delay = event === 'ended' ? delayOf(context) : undefined;
	const skipShortNotice =
		event === 'startsSoon' && trueOrFalse(options.skipShortNotice ?? false, 'Skip Short Notice');
	return {
		client,
		event,
		zone,
		...listFilters(given, () => zone),
		now: Date.now(),
		/** In the order of the parameters. */
		leadTimes,
		skipShortNotice,
		/** After the end. */
		delay: delay?.shown,
		delayMs: delay?.ms ?? 0,
		/** Identifies what a poll can find. */
		scope: JSON.stringify([enteredIn(context), leadTimes, delay, skipShortNotice]),
	};
}

/** How long before its start an appointment is announced, each once. */
function leadTimesOf(context: IPollFunctions, { moreLeadTimes }: IDataObject) {
	const leadTime = context.getNodeParameter('leadTime');
	const leadTimeUnit = context.getNodeParameter('leadTimeUnit');
	const more = Object.values(objectOf(moreLeadTimes)).flat();
	const rows = [{ leadTime, leadTimeUnit }, ...more].filter(isObject);
	return rows.map((row) => timeOf('Lead Time', row.leadTime, row.leadTimeUnit));
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

const names = (pollingFiltersProperty.options ?? []).map(({ name }) => name);

/** Others may be left of another node, from which the parameters were copied. */
const offered = (given: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(given).filter(([name]) => names.includes(name)));

/**
 * The filters as the user entered them, because the value of an expression may change with each
 * poll. Sorted by name, without the labels that the editor stores with keys.
 */
function enteredIn(context: IPollFunctions): unknown {
	const { filters } = context.getNode().parameters;
	return isObject(filters)
		? Object.entries(offered(filters))
				.map(([name, value]) => [name, isObject(value) ? [value.mode, value.value] : value])
				.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
		: filters;
}
