import type { INodeProperties } from 'n8n-workflow';

import { timezoneProperty } from '../fields/values';

/** The events by name, with what the editor shows. */
export const EVENTS = {
	created: ['Created', 'A new appointment is in the list'],
	rescheduled: ['Rescheduled', 'An appointment was moved to another time'],
	startsSoon: ['Starting Soon', 'An appointment begins within the lead time, for reminders'],
	statusChanged: ['Status Changed', 'An appointment got another status, e.g. canceled or no-show'],
} as const;

export const eventProperty: INodeProperties = {
	displayName: 'Trigger On',
	name: 'event',
	type: 'options',
	options: Object.entries(EVENTS).map(([value, [name, description]]) => ({
		name: `Appointment ${name}`,
		value,
		description,
	})),
	default: 'startsSoon',
	description: 'What starts the workflow',
};

const leadTime: INodeProperties = {
	displayName: 'Lead Time',
	name: 'leadTime',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 24,
	description: 'How long before the start of an appointment the workflow runs',
};

const leadTimeUnit: INodeProperties = {
	displayName: 'Lead Time Unit',
	name: 'leadTimeUnit',
	type: 'options',
	options: [
		{ name: 'Minutes', value: 'minutes' },
		{ name: 'Hours', value: 'hours' },
		{ name: 'Days', value: 'days' },
	],
	default: 'hours',
};

const displayOptions = { show: { event: ['startsSoon'] } };

export const leadTimeProperties: INodeProperties[] = [
	{ ...leadTime, displayOptions },
	{ ...leadTimeUnit, displayOptions },
	{
		displayName: 'More Lead Times',
		name: 'moreLeadTimes',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Lead Time',
		default: {},
		displayOptions,
		description:
			'Announce the same appointment again. Each item contains the lead time it is for. If several lead times have passed since the previous poll, only the shortest counts.',
		options: [
			{
				displayName: 'Lead Time',
				name: 'leadTimes',
				values: [{ ...leadTime, default: 2 }, leadTimeUnit],
			},
		],
	},
];

export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Skip Short Notice',
			name: 'skipShortNotice',
			type: 'boolean',
			default: false,
			displayOptions: { show: { '/event': ['startsSoon'] } },
			description:
				'Whether to announce only bookings that were made before the lead time began. Otherwise a booking at short notice is announced right away.',
		},
		timezoneProperty,
	],
};
