import type { IDataObject } from 'n8n-workflow';

import { CALENDAR_KEY, calendarProperty, locatorKey } from '../../parameters/locator';
import { InputError } from '../../service/core/errors';
import { isInOtherCalendar } from '../../service/appointments';
import { findCalendarName } from '../../service/calendars';
import { freeTimes, reasonForNone } from '../../availability/freeTimes';
import { assumedNotice, occupiedBy, type Span } from '../../availability/slots';
import { DAY_MS, instantAt, withOffset } from '../../service/values/dates';
import { wholeDays } from '../../service/values/entered';
import { sameKey, validKeys } from '../../service/values/keys';
import { limitedEntries, limitInTool, limitProperties } from '../lists';
import { noteList } from '../notes';
import type { Call, Operation } from '../operation';
import type { ItemParameters } from '../itemParameters';
import { byModel } from '../tool';
import {
	chosenHours,
	hoursOptions,
	hoursProperties,
	MORE_CALENDARS,
} from '../../availability/hours';
import { scheduleOf } from './parameters';
import { chosenDays, COMING_DAYS, daysInTool, daysProperties } from './when';

const MOST_DAYS = 366;
const ADVICE = 'A missing appointment would look like a free time. Choose fewer days';

export const getFreeTimes: Operation = {
	name: 'Get Free Times',
	action: 'Get free times of a calendar',
	title: 'Get Free Times',
	description: 'Times at which this calendar has no appointment',
	properties: [
		{
			displayName:
				'A time is free if no appointment of the calendar overlaps it. The node cannot know holidays, other resources, or the opening hours at the service.',
			name: 'freeTimesNotice',
			type: 'notice',
			default: '',
		},
		{ ...calendarProperty, required: true },
		...daysProperties(COMING_DAYS, 'Days to search'),
		...hoursProperties,
		...limitProperties,
	],
	toolDefaults: {
		calendar: byModel(calendarProperty, CALENDAR_KEY),
		...daysInTool(COMING_DAYS),
		...limitInTool,
	},
	options: hoursOptions,
	async execute(call) {
		return await limitedEntries(call, async () => ({ elements: await findTimes(call) }));
	},
};

async function findTimes(call: Call): Promise<IDataObject[]> {
	const { parameters, client, hint } = call;
	const keys = chosenCalendars(parameters);
	const zone = call.zone();
	const [from, to] = chosenDays(call, COMING_DAYS)!;
	const hours = { ...chosenHours(parameters), zone, from, to };
	const span = spanOf(from, to, zone);
	const schedule = await scheduleOf(call, keys, zone);
	const appointments = await schedule.around(span, hours.duration, ADVICE);
	noteList(call, wholeDays(from, to, zone), appointments);
	const now = Date.now();
	const timesOf = async (calendar_key: string) => {
		const own = appointments.filter((one) => !isInOtherCalendar(one, calendar_key));
		const name = await findCalendarName(client, calendar_key, own);
		if (name === undefined) {
			hint(`No appointment was ever in calendar ${calendar_key}: it is new, or its key is wrong`);
		}
		const occupied = occupiedBy(own, zone, hours.duration);
		if (occupied.some(({ isAssumed }) => isAssumed)) hint(assumedNotice(hours.duration));
		const calendar = { calendar_key, calendar_name: name ?? null };
		return freeTimes(occupied, hours, now).map((time) => ({ ...time, calendar }));
	};
	const found = (await Promise.all(keys.map(timesOf))).flat().sort((a, b) => a.start - b.start);
	if (found.length === 0) hint(`Nothing is free: ${reasonForNone(hours, now)}`);
	return found.map(({ start, end, calendar }) => ({
		start_date: withOffset(start, zone),
		end_date: withOffset(end, zone),
		...calendar,
	}));
}

/** @throws InputError */
function chosenCalendars(parameters: ItemParameters): string[] {
	const first = locatorKey(parameters.get('calendar'), 'Calendar');
	const more = parameters.option('moreCalendars');
	const others = more === undefined ? [] : validKeys(more, MORE_CALENDARS);
	return [first, ...others.filter((key) => !sameKey(key, first))];
}

/** @throws InputError */
function spanOf(from: string, to: string, zone: string): Span {
	const [start = 0, end = 0] = [Date.parse(from), Date.parse(to) + DAY_MS].map((clock) =>
		instantAt(clock, zone),
	);
	if (end - start <= MOST_DAYS * DAY_MS) return { start, end };
	throw new InputError('To', `it is more than ${MOST_DAYS} days after 'From'`, 'Choose fewer days');
}
