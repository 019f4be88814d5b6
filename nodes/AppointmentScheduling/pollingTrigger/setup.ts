import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import { listFilters } from '../parameters/filters';
import { namesOf, oneOf, trueOrFalse, wholeNumber } from '../parameters/values';
import { InputError } from '../service/errors';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../service/values/dates';
import { isObject, objectOf } from '../service/values/objects';
import { EVENTS } from './properties';

const UNITS = { minutes: MINUTE_MS, hours: HOUR_MS, days: DAY_MS };
const LONGEST_MS = 3_650 * DAY_MS;

/** In ms, and as an item shows it. */
export type Time = ReturnType<typeof timeOf>;
export type Setup = Awaited<ReturnType<typeof setUp>>;

/** What the user has chosen. @throws InputError */
export async function setUp(context: IPollFunctions, limits: Parameters<typeof connect>[1]) {
	const event = oneOf(namesOf(EVENTS), context.getNodeParameter('event'), 'Trigger On');
	const options = objectOf(context.getNodeParameter('options', {}));
	const client = await connect(context, limits);
	const zone = zoneOf(client);
	const isSoon = event === 'startsSoon';
	/** In the order of the parameters. */
	const leadTimes = isSoon ? leadTimesOf(context, options) : [];
	/** After the end. */
	const delay =
		event === 'ended'
			? timeOf('Delay', context.getNodeParameter('delay'), context.getNodeParameter('delayUnit'))
			: undefined;
	const skipShortNotice =
		isSoon && trueOrFalse(options.skipShortNotice ?? false, 'Skip Short Notice');
	// As the user entered them, because the value of an expression may change with each poll.
	const { filters } = context.getNode().parameters;
	return {
		client,
		event,
		zone,
		...listFilters(objectOf(context.getNodeParameter('filters', {})), () => zone),
		now: Date.now(),
		leadTimes,
		delay,
		skipShortNotice,
		/** Identifies what a poll can find. */
		scope: JSON.stringify([filters, leadTimes, delay, skipShortNotice], withoutLabels),
	};
}

/** The editor stores them with keys. */
const withoutLabels = (name: string, value: unknown): unknown =>
	name.startsWith('cachedResult') ? undefined : value;

/** How long before its start an appointment is announced, each once. */
function leadTimesOf(context: IPollFunctions, { moreLeadTimes }: IDataObject): Time[] {
	const leadTime = context.getNodeParameter('leadTime');
	const leadTimeUnit = context.getNodeParameter('leadTimeUnit');
	const more = Object.values(objectOf(moreLeadTimes)).flat();
	const rows = [{ leadTime, leadTimeUnit }, ...more].filter(isObject);
	return rows.map((row) => timeOf('Lead Time', row.leadTime, row.leadTimeUnit));
}

/** @throws InputError */
function timeOf(field: string, amount: unknown, amountUnit: unknown) {
	const unit = oneOf(namesOf(UNITS), amountUnit, `${field} Unit`);
	const value = wholeNumber(amount, field, 0);
	const ms = value * UNITS[unit];
	if (ms <= LONGEST_MS) return { shown: { value, unit }, ms };
	const problem = `${value} ${unit} is more than ten years`;
	throw new InputError(field, problem, `Enter a shorter ${field.toLowerCase()}`);
}
