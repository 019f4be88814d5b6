import type { INodeProperties } from 'n8n-workflow';

import { additionalEventsProperty, eventOptions } from '../../parameters/events';
import { calendarProperty } from '../../parameters/locator';
import { statusOptions } from '../../parameters/values';

const FOR_NOTIFICATIONS = { show: { runFor: ['notifications'] } };
const FOR_CHANGES = { show: { runFor: ['changes'] } };
/** The same within Options. */
const OF_NOTIFICATIONS = { show: { '/runFor': ['notifications'] } };
const OF_CHANGES = { show: { '/runFor': ['changes'] } };

const filterOptions: INodeProperties[] = [
	{
		...calendarProperty,
		description:
			'Only start for appointments of this calendar. Moving an appointment into it is an update, moving it out starts nothing.',
	},
	{
		displayName: 'Status',
		name: 'status',
		type: 'multiOptions',
		options: statusOptions,
		default: [],
		description: 'Only start for appointments with one of these statuses',
	},
];

const changesOptions: INodeProperties[] = [
	{
		displayName: 'Only When Changed',
		name: 'onlyWhenChanged',
		type: 'multiOptions',
		displayOptions: OF_CHANGES,
		options: [
			{ name: 'Calendar', value: 'calendar' },
			{ name: 'Start Time', value: 'start' },
			{ name: 'Status', value: 'status' },
		],
		default: ['start'],
		description: 'Only start for updates that change one of these',
	},
];

const secretOptions: INodeProperties[] = [
	{
		displayName: 'URL Secret',
		name: 'urlSecret',
		type: 'boolean',
		default: true,
		description: 'Whether to add a secret to the webhook URL and refuse notifications without it',
	},
];

const notificationsOptions: INodeProperties[] = [
	{
		displayName: 'Deduplicate',
		name: 'deduplicate',
		type: 'boolean',
		displayOptions: OF_NOTIFICATIONS,
		default: true,
		description:
			'Whether to start only one execution if the service sends a notification several times',
	},
	{
		displayName: 'Respond',
		name: 'respond',
		type: 'options',
		displayOptions: OF_NOTIFICATIONS,
		options: [
			{
				name: 'Immediately',
				value: 'immediately',
				description: 'Respond when the execution has started',
			},
			{
				name: 'When Finished',
				value: 'whenFinished',
				description:
					'Respond when the execution has finished. If it fails, the service can send the notification again.',
			},
		],
		default: 'immediately',
		description: 'When to respond to the service',
	},
	{ ...additionalEventsProperty, displayOptions: OF_NOTIFICATIONS },
];

/** In the order of their use. */
const triggerOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	// Without the option, it is off.
	default: { urlSecret: true },
	options: [...filterOptions, ...changesOptions, ...secretOptions, ...notificationsOptions],
};

export const triggerProperties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		options: eventOptions,
		default: ['appointment.created'],
		description: 'Events that start the workflow',
	},
	{
		displayName: 'Run For',
		name: 'runFor',
		type: 'options',
		options: [
			{
				name: 'Each Notification',
				value: 'notifications',
				description:
					'Fast. One execution for each notification of the service. A lost one does not run, and a forged one does, unless URL Secret is on.',
			},
			{
				name: 'Each Change',
				value: 'changes',
				description:
					'Safe. The notification only says where to look. One execution for each new appointment, start, status or calendar that the API shows, even if its notification was lost, sent twice or forged.',
			},
		],
		default: 'notifications',
		description: 'What an execution stands for',
	},
	{
		displayName:
			'The data is as the service sent it and may be out of date. If a notification is lost, nothing runs. To write to people or to change appointments, choose Each Change.',
		name: 'notificationsNotice',
		type: 'notice',
		default: '',
		displayOptions: FOR_NOTIFICATIONS,
	},
	{
		displayName: 'Check the List',
		name: 'check',
		type: 'options',
		displayOptions: FOR_CHANGES,
		options: [
			{ name: 'Every Minute', value: 'everyMinute' },
			{ name: 'Every 5 Minutes', value: 'every5Minutes' },
			{ name: 'Every 15 Minutes', value: 'every15Minutes' },
			{ name: 'Hourly', value: 'hourly' },
		],
		default: 'every5Minutes',
		description:
			'How often to read the list of appointments, to find changes without a notification. It is also read when n8n starts.',
	},
	{
		displayName:
			'When you publish, the first check only records the appointments. Edits of anything but start, status and calendar start nothing. In queue mode with webhook processors, a change waits for the next check.',
		name: 'changesNotice',
		type: 'notice',
		default: '',
		displayOptions: FOR_CHANGES,
	},
	triggerOptions,
];
