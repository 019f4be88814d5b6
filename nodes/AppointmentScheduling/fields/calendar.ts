import { locatorProperty } from './locatorProperty';
import { asLocator, locatorKey } from './values';

export const CALENDAR_KEY = 'calendar_key from the list of appointments';

/** A calendar, for a filter. The service lists no calendars: From List shows those of recent appointments. */
export const calendarProperty = locatorProperty('Calendar', CALENDAR_KEY, {
	description: `The ${CALENDAR_KEY}`,
	hint: 'The list shows the calendars of up to 500 appointments, starting 30 days ago. Use By Key for any other.',
});

/** @throws InputError, also if no calendar was chosen, which would list all of them */
export const calendarKey = (value: unknown, field: string): string =>
	locatorKey(asLocator(value), field, 'Choose a calendar, or remove the filter');
