import { DateTime } from 'luxon';

import { chosenHours, hoursProperties } from '../../fields/hours';
import { CALENDAR_KEY, calendarProperty, locatorKey } from '../../fields/locator';
import { chosenDays, COMING_DAYS } from '../../fields/when';
import { InputError } from '../../service/errors';
import { freeTimes } from '../../service/freeTimes';
import { appointmentsIn, occupiedBy } from '../../service/slots';
import { DAY_MS, withOffset } from '../../service/values/dates';
import { limitedEntries, limitProperties } from '../lists';
import type { Operation } from '../operation';
import { withModelVariant } from '../tool';
import { daysProperties } from './fields';

const MOST_DAYS = 366;

export const getFreeTimes: Operation = {
	name: 'Get Free Times',
	action: 'Get free times of a calendar',
	description: 'Times at which this calendar has no appointment',
	properties: [
		{
			displayName:
				'A time is free if no appointment of the calendar overlaps it. The node cannot know holidays, other resources, or the opening hours at the service.',
			name: 'freeTimesNotice',
			type: 'notice',
			default: '',
		},
		...withModelVariant({ ...calendarProperty, required: true }, CALENDAR_KEY),
		...daysProperties(COMING_DAYS, 'Days to search'),
		...hoursProperties,
		...limitProperties,
	],
	async execute(call) {
		const { parameters, client } = call;
		const calendar_key = locatorKey(parameters.get('calendar'), 'Calendar');
		const hours = chosenHours(parameters);
		const zone = call.zone();
		const [from, to] = chosenDays(parameters, COMING_DAYS, call.zone)!;
		const start = DateTime.fromISO(from, { zone }).toMillis();
		const end = DateTime.fromISO(to, { zone }).endOf('day').toMillis();
		if (end - start > MOST_DAYS * DAY_MS) {
			const problem = `it is more than ${MOST_DAYS} days after 'From'`;
			throw new InputError('To', problem, 'Choose fewer days');
		}
		const appointments = await appointmentsIn(
			client,
			calendar_key,
			{ start, end },
			zone,
			hours.duration,
			'A missing appointment would look like a free time. Choose fewer days',
		);
		const occupied = occupiedBy(appointments, zone, hours.duration);
		const times = freeTimes(occupied, { ...hours, zone, from, to }, Date.now());
		const elements = times.map((time) => ({
			start_date: withOffset(time.start, zone),
			end_date: withOffset(time.end, zone),
			calendar_key,
		}));
		return await limitedEntries(call, async () => ({ elements }));
	},
};
