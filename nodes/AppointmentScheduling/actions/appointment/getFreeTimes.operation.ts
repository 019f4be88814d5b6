import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { chosenHours, hoursProperties } from '../../fields/hours';
import { CALENDAR_KEY, calendarProperty, locatorKey } from '../../fields/locator';
import { chosenDays, COMING_DAYS } from '../../fields/when';
import { InputError } from '../../service/errors';
import { freeTimes } from '../../service/freeTimes';
import { appointmentsIn } from '../../service/slots';
import { DAY_MS, withOffset } from '../../service/values/dates';
import { listLengthProperties } from '../listLength';
import type { Call } from '../operation';
import { byModel, withToolVariant } from '../tool';
import { daysProperties } from './days';
import { certainZone } from './zone';

const MOST_DAYS = 366;

export const option = {
	name: 'Get Free Times',
	action: 'Get free times of a calendar',
	description: 'Times at which this calendar has no appointment',
};

export const properties: INodeProperties[] = [
	{
		displayName:
			'A time is free if no appointment of the calendar overlaps it. The node cannot know holidays, other resources, or the opening hours at the service.',
		name: 'freeTimesNotice',
		type: 'notice',
		default: '',
	},
	...withToolVariant(
		{ ...calendarProperty, required: true },
		byModel(calendarProperty, CALENDAR_KEY),
	),
	...daysProperties(COMING_DAYS, 'next7Days', 'Days to search', true),
	...hoursProperties,
	...listLengthProperties,
];

export async function execute(call: Call): Promise<IDataObject[]> {
	const { parameters, client } = call;
	const { limit } = parameters;
	const calendar = parameters.locator('calendar');
	const calendarKey = locatorKey(calendar, 'Calendar', 'Choose a calendar');
	const hours = chosenHours(parameters);
	const zone = await certainZone(call);
	const [from, to] = (await chosenDays(parameters, COMING_DAYS, async () => zone)) ?? [];
	if (from === undefined || to === undefined) return [];
	const start = DateTime.fromISO(from, { zone }).toMillis();
	const end = DateTime.fromISO(to, { zone }).endOf('day').toMillis();
	if (end - start > MOST_DAYS * DAY_MS) {
		throw new InputError(
			'To',
			`it is more than ${MOST_DAYS} days after 'From'`,
			'Choose fewer days',
		);
	}
	const appointments = await appointmentsIn(
		client,
		calendarKey,
		{ start, end },
		zone,
		hours.duration,
		'A missing appointment would look like a free time. Choose fewer days',
	);
	return freeTimes(appointments, { ...hours, zone, from, to }, Date.now())
		.slice(0, limit)
		.map((time) => ({
			start_date: withOffset(time.start, zone),
			end_date: withOffset(time.end, zone),
			calendar_key: calendarKey,
		}));
}
