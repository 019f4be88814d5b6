import type { IDataObject } from 'n8n-workflow';

import { freeTimes, reasonForNone, type Calendar } from '../../availability/freeTimes';
import { chosenHours } from '../../availability/hours';
import { countStarts } from '../../availability/openTimes';
import {
	BOOKED_DURATION,
	EVERY,
	MORE_CALENDARS,
	NEW_CALENDAR,
} from '../../availability/properties';
import { assumedHint, occupiedBy, type Span } from '../../availability/slots';
import { locatorKey } from '../../parameters/locator';
import { optionalNumber, trueOrFalse } from '../../parameters/values';
import { calendarKeyOf } from '../../service/appointments';
import { InputError } from '../../service/core/errors';
import { DAY_MS, instantAt } from '../../service/values/dates';
import { wholeDays } from '../../service/values/entered';
import { idOfKey, validKeys } from '../../service/values/keys';
import type { ItemParameters } from '../itemParameters';
import { noteList } from '../notes';
import type { Call } from '../operation';
import { knownName } from './knownCalendar';
import { scheduleOf } from './parameters';
import { chosenDays, COMING_DAYS } from './when';

/** More would take memory and time that n8n needs for others. */
const MOST_TIMES = 100_000;
const MOST_DAYS = 366;
const ADVICE = 'A missing appointment would look like a free time. Choose fewer days';

/** At most so many, the earliest first. @throws InputError */
export async function findTimes(call: Call, most: number): Promise<IDataObject[]> {
	const { parameters, hint } = call;
	const keys = chosenCalendars(parameters);
	const zone = call.zone();
	const [from, to] = chosenDays(call, COMING_DAYS)!;
	const span = spanOf(from, to, zone);
	const hours = { ...chosenHours(parameters), zone, from, to };
	refuseTooMany(Math.min(most, countStarts(hours) * keys.length));
	const lasting = optionalNumber(parameters.option('bookedDuration'), BOOKED_DURATION, 1);
	const isNew = trueOrFalse(parameters.option('newCalendar') ?? false, NEW_CALENDAR);
	const minutes = lasting ?? hours.duration;
	const schedule = await scheduleOf(call, keys, zone);
	const appointments = await schedule.around(span, ADVICE);
	const asked = [`calendar key: ${keys.join(' or ')}`, `free for ${hours.duration} minutes`];
	noteList(call, wholeDays(from, to, zone), asked, appointments);
	const now = Date.now();
	const ownOf = byCalendar(appointments);
	const calendarOf = async (key: string, index: number): Promise<Calendar> => {
		const field = index === 0 ? 'Calendar' : MORE_CALENDARS;
		const own = ownOf(key);
		const calendar_name = await knownName(call, { key, field, isNew }, own);
		const occupied = await occupiedBy(own, zone, minutes);
		const isAssumed = lasting === undefined && occupied.some((taken) => taken.isAssumed);
		if (isAssumed) hint(assumedHint(minutes));
		return { calendar_key: key, calendar_name, occupied };
	};
	const calendars = await Promise.all(keys.map(calendarOf));
	const found = await freeTimes(calendars, hours, now, most);
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

/** Appointments whose calendar is unknown may be in each of them. */
function byCalendar(appointments: IDataObject[]): (key: string) => IDataObject[] {
	const keyed = appointments.map((one) => ({ one, id: idOfKey(calendarKeyOf(one) ?? '') }));
	return (key) => {
		const wanted = idOfKey(key);
		return keyed.filter(({ id }) => id === '' || id === wanted).map(({ one }) => one);
	};
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
