import type { INodeProperties } from 'n8n-workflow';

import { numberProperty } from '../parameters/values';
import { WEEKDAYS } from '../service/values/starts';

/** Names of fields, which errors show, too. */
export const DURATION = 'Duration (Minutes)';
export const EVERY = 'Every (Minutes)';
export const NOTICE = 'Notice (Minutes)';
export const MORE_CALENDARS = 'More Calendars';
export const BOOKED_DURATION = 'Booked Duration (Minutes)';
export const NEW_CALENDAR = 'New Calendar';

/** Of an appointment, if neither the service nor the user says how long it takes. */
export const ASSUMED_MINUTES = 30;

const time = (displayName: string, name: string, value: string, what: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: value,
	placeholder: `e.g. ${value}`,
	description: `${what}, as HH:mm in the time zone of the service`,
});

export const hoursProperties: INodeProperties[] = [
	time('Opens', 'opens', '09:00', 'When the first time may start'),
	time('Closes', 'closes', '17:00', 'When the last time must have ended'),
	{
		displayName: 'Weekdays',
		name: 'weekdays',
		type: 'multiOptions',
		options: WEEKDAYS.map((name, index) => ({ name, value: index + 1 })),
		default: [1, 2, 3, 4, 5],
		description: 'Days of the week that are open, from 1 (Monday) to 7',
	},
	numberProperty(DURATION, 'duration', 1, 30, 'How long the free time must be'),
];

export const bookedDurationOption: INodeProperties = numberProperty(
	BOOKED_DURATION,
	'bookedDuration',
	1,
	ASSUMED_MINUTES,
	'How long a booked appointment takes, if the service does not say it. Without this option, as long as the duration.',
);

export const hoursOptions: INodeProperties[] = [
	{
		displayName: MORE_CALENDARS,
		name: 'moreCalendars',
		type: 'string',
		default: '',
		placeholder: 'e.g. 8f14e45f-…, c51ce410-…',
		description: 'The calendar_key of each other calendar to search, separated by commas',
	},
	{
		displayName: 'Breaks',
		name: 'breaks',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Break',
		default: {},
		description: "Closed times within the opening hours of every day. Click 'Add Break' for each.",
		options: [
			{
				displayName: 'Break',
				name: 'break',
				values: [
					time('From', 'from', '13:00', 'When the break starts'),
					time('To', 'to', '14:00', 'When the break ends'),
				],
			},
		],
	},
	numberProperty(
		EVERY,
		'every',
		1,
		15,
		'Minutes from one start to the next one, from the opening on. Without this option, as long as the duration.',
	),
	numberProperty(NOTICE, 'notice', 1, 60, 'How far ahead of now the first time has to be'),
	{
		displayName: NEW_CALENDAR,
		name: 'newCalendar',
		type: 'boolean',
		default: true,
		description:
			'Whether the calendar may be new. Off, a calendar that no appointment was ever in is an error, because its key may be wrong.',
	},
	bookedDurationOption,
];

export const durationOption: INodeProperties = numberProperty(
	DURATION,
	'duration',
	1,
	ASSUMED_MINUTES,
	`How long the appointment takes, if the service does not say it; ${ASSUMED_MINUTES} minutes without this option. Turns on Check Slot, unless that is off.`,
);
