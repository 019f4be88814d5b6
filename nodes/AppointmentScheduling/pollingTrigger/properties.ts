import type { INodeProperties } from 'n8n-workflow';

import { notice, numberProperty } from '../parameters/values';

export const EVENTS = {
	canceled: ['Canceled', 'An appointment was canceled or declined'],
	created: ['Created', 'There is a new appointment'],
	ended: ['Ended', 'An appointment ended some time ago, for follow-ups'],
	rescheduled: ['Rescheduled', 'An appointment was moved to another time'],
	startsSoon: ['Starting Soon', 'An appointment starts within the lead time, for reminders'],
	statusChanged: ['Status Changed', 'An appointment got another status, e.g. attended or no-show'],
} as const;

type EventName = keyof typeof EVENTS;

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

const shownFor = (...events: EventName[]) => ({ show: { event: events } });

const leadTime = numberProperty(
	'Lead Time',
	'leadTime',
	0,
	24,
	'How long before the start of an appointment the workflow runs. 0 means at the start, or at the first poll after it, at most an hour late.',
);

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

const delay = numberProperty(
	'Delay',
	'delay',
	0,
	1,
	'How long after the end of an appointment the workflow runs. 0 means at the end.',
);

export const timeProperties: INodeProperties[] = [
	{ ...leadTime, displayOptions: shownFor('startsSoon') },
	{ ...leadTimeUnit, displayOptions: shownFor('startsSoon') },
	{ ...delay, displayOptions: shownFor('ended') },
	{
		...leadTimeUnit,
		displayName: 'Delay Unit',
		name: 'delayUnit',
		displayOptions: shownFor('ended'),
	},
];

export const optionsProperty: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	displayOptions: shownFor('startsSoon'),
	options: [
		{
			displayName: 'More Lead Times',
			name: 'moreLeadTimes',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Lead Time',
			default: {},
			description:
				'The workflow runs again for the same appointment. Each item contains the lead time it is for. If several lead times have passed since the previous poll, it runs for the shortest one only.',
			options: [
				{
					displayName: 'Lead Time',
					name: 'leadTimes',
					values: [{ ...leadTime, default: 2 }, leadTimeUnit],
				},
			],
		},
		{
			displayName: 'Skip Short Notice',
			name: 'skipShortNotice',
			type: 'boolean',
			default: true,
			description:
				'Whether to leave out an appointment that was booked within the lead time. If the service does not show when it was booked (created_at), one that was moved to a start within the lead time is left out as well. Without this option, the workflow runs for it right away.',
		},
	],
};

export const notices: INodeProperties[] = [
	notice(
		'startsSoonNotice',
		shownFor('startsSoon'),
		'As soon as you publish, the workflow runs for everybody with an appointment within the lead time, for example in the next 24 hours. When you publish again, it does not run for them again.',
	),
	notice(
		'changesNotice',
		shownFor('canceled', 'created', 'rescheduled', 'statusChanged'),
		'What exists when you publish starts nothing. When you publish again, the workflow runs for everything that is new or has changed since.',
	),
	notice(
		'endedNotice',
		shownFor('ended'),
		'The workflow does not run if the delay passed before you published it, or while it was not published.',
	),
];
