import type { INodeProperties } from 'n8n-workflow';

import { asLocator, locatorKey } from './values';

/** A calendar, for a filter. The service lists no calendars: From List shows those of recent appointments. */
export const calendarProperty: INodeProperties = {
	displayName: 'Calendar',
	name: 'calendar',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description: 'The calendar_key from the list of appointments',
	hint: 'The list shows the calendars of up to 500 appointments, starting 30 days ago. Use By Key for any other.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a calendar…',
			typeOptions: {
				searchListMethod: 'searchCalendars',
				searchable: true,
				slowLoadNotice: {
					message: 'If this takes too long, choose the calendar By Key',
					timeout: 10_000,
				},
			},
		},
		{
			displayName: 'By Key',
			name: 'key',
			type: 'string',
			placeholder: 'e.g. 8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10',
			hint: 'The calendar_key from the list of appointments',
		},
	],
};

/** @throws InputError, also if no calendar was chosen, which would list all of them */
export const calendarKey = (value: unknown, field: string): string =>
	locatorKey(asLocator(value), field, 'Choose a calendar, or remove the filter');
