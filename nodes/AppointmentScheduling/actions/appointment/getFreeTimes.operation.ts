import type { IDataObject } from 'n8n-workflow';

import type { Search } from '../../availability/earliest';
import { chosenBookedDuration, chosenHours } from '../../availability/hours';
import {
	EVERY,
	hoursOptions,
	hoursProperties,
	MORE_CALENDARS,
	NEW_CALENDAR,
} from '../../availability/properties';
import { assumedHint, occupiedBy, type Span } from '../../availability/slots';
import { CALENDAR_KEY, calendarProperty, locatorKey } from '../../parameters/locator';
import { trueOrFalse } from '../../parameters/values';
import { calendarKeyOf } from '../../service/appointments';
import { InputError } from '../../service/core/errors';
import { DAY_MS, instantAt } from '../../service/values/dates';
import { wholeDays } from '../../service/values/entered';
import { idOfKey, validKeys } from '../../service/values/keys';
import type { ItemParameters } from '../itemParameters';
import { limitedEntries, limitInTool, limitProperties } from '../lists';
import { noteList } from '../notes';
import type { Call, Operation } from '../operation';
import { byModel } from '../tool';
import { scheduleOf } from './parameters';
import { chosenDays, COMING_DAYS, daysInTool, daysProperties } from './when';

/** More would take memory and time that n8n needs for others. */
const MOST_TIMES = 100_000;
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
		return await limitedEntries(call, async (most) => ({ elements: await findTimes(call, most) }));
	},
};

async function findTimes(call: Call, most: number): Promise<IDataObject[]> {
	const { earliestTimes } = await import('../../availability/earliest');
	const { freeTimes, reasonForNone } = await import('../../availability/freeTimes');
	const { countStarts } = await import('../../availability/openStretches');
	const { knownName } = await import('./knownCalendar');
	const { parameters, hint } = call;
	const keys = chosenCalendars(parameters);
	const zone = call.zone();
	const [from, to] = chosenDays(call, COMING_DAYS)!;
	const span = spanOf(from, to, zone);
	const hours = { ...chosenHours(parameters), zone, from, to };
	refuseTooMany(Math.min(most, countStarts(hours) * keys.length));
	const lasting = chosenBookedDuration(parameters.option('bookedDuration'));
	const isNew = trueOrFalse(parameters.option('newCalendar') ?? false, NEW_CALENDAR);
	const minutes = lasting ?? hours.duration;
	const schedule = await scheduleOf(call, keys, zone);
	const appointments = await schedule.around(span, minutes, ADVICE);
	const asked = [`calendar key: ${keys.join(' or ')}`, `free for ${hours.duration} minutes`];
	noteList(call, wholeDays(from, to, zone), asked, appointments);
	const now = Date.now();
	const ownOf = byCalendar(appointments);
	const searchIn = async (key: string, index: number): Promise<Search> => {
		const field = index === 0 ? 'Calendar' : MORE_CALENDARS;
		const own = ownOf(key);
		const calendar_name = await knownName(call, { key, field, isNew }, own);
		const occupied = await occupiedBy(own, zone, minutes);
		const isAssumed = lasting === undefined && occupied.some((taken) => taken.isAssumed);
		if (isAssumed) hint(assumedHint(minutes));
		return { times: freeTimes(occupied, hours, now), calendar_key: key, calendar_name };
	};
	const found = await earliestTimes(await Promise.all(keys.map(searchIn)), most, zone);
	if (found.length === 0) hint(`Nothing is free: ${reasonForNone(hours, now)}`);
	return found;
}

/** Each once. @throws InputError */
function chosenCalendars(parameters: ItemParameters): string[] {
	const first = locatorKey(parameters.get('calendar'), 'Calendar');
	const more = parameters.option('moreCalendars');
	const keys = [first, ...(more === undefined ? [] : validKeys(more, MORE_CALENDARS))];
	return [...new Map(keys.map((key) => [idOfKey(key), key])).values()];
}

const UNKNOWN = '';

/** Appointments whose calendar is unknown may be in each of them. */
function byCalendar(appointments: IDataObject[]): (key: string) => IDataObject[] {
	const groups = new Map<string, IDataObject[]>([[UNKNOWN, []]]);
	for (const appointment of appointments) {
		const id = idOfKey(calendarKeyOf(appointment) ?? UNKNOWN);
		const group = groups.get(id) ?? [];
		groups.set(id, group);
		group.push(appointment);
	}
	return (key) => [...(groups.get(idOfKey(key)) ?? []), ...(groups.get(UNKNOWN) ?? [])];
}

/** @throws InputError */
function refuseTooMany(count: number): void {
	if (count <= MOST_TIMES) return;
	throw new InputError(
		EVERY,
		`up to ${count} times may be free on these days, and the node looks at ${MOST_TIMES} at most`,
		`Enter more minutes, choose fewer days in 'When', or fewer calendars in '${MORE_CALENDARS}'`,
	);
}

/** @throws InputError */
function spanOf(from: string, to: string, zone: string): Span {
	const [start = 0, end = 0] = [Date.parse(from), Date.parse(to) + DAY_MS].map((clock) =>
		instantAt(clock, zone),
	);
	if (end - start <= MOST_DAYS * DAY_MS) return { start, end };
	throw new InputError('To', `it is more than ${MOST_DAYS} days after 'From'`, 'Choose fewer days');
}
