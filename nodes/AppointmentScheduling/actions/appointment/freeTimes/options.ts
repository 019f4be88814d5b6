import { Info } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { numberProperty } from '../../../parameters/values';

/** What the service takes as `action_new_appointment`. */
export const OFFERED_TO = {
	client: ['Client', 'What a client may book'],
	force: ['Force', 'Also times that are taken'],
	new: ['New', 'What the service offers for a new appointment'],
	waiting: ['Waiting', 'Also times with a waiting list'],
} as const;

export const OPENS = 'Not Before';
export const CLOSES = 'Not After';
export const WEEKDAYS = 'Weekdays';
export const MIN_VACANCIES = 'Min Vacancies';
export const OFFERED = 'Offered To';

const time = (displayName: string, name: string, value: string, what: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: value,
	placeholder: `e.g. ${value}`,
	description: `${what} than this, as HH:mm in the time zone of the account`,
});

export const freeTimesOptions: INodeProperties[] = [
	numberProperty(
		MIN_VACANCIES,
		'minVacancies',
		1,
		1,
		'Only times with at least this many vacancies. Without this option, the service decides.',
	),
	time(CLOSES, 'closes', '18:00', 'Hide times that end later'),
	time(OPENS, 'opens', '08:00', 'Hide times that start earlier'),
	{
		displayName: OFFERED,
		name: 'offeredTo',
		type: 'options',
		options: Object.entries(OFFERED_TO).map(([value, [name, description]]) => ({
			name,
			value,
			description,
		})),
		default: 'client',
		description:
			'For whom the service offers times. Without this option, the service decides; in a tool, it offers what a client may book.',
	},
	{
		displayName: WEEKDAYS,
		name: 'weekdays',
		type: 'multiOptions',
		options: Info.weekdays('long', { locale: 'en' }).map((name, index) => ({
			name,
			value: index + 1,
		})),
		default: [1, 2, 3, 4, 5],
		description: 'Hide times on other days of the week, from 1 (Monday) to 7',
	},
];
