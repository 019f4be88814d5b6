import type { INodeProperties } from 'n8n-workflow';

import { eventOptions } from '../../parameters/events';
import { calendarProperty } from '../../parameters/locator';
import { notice } from '../../parameters/values';

const FOR_NOTIFICATIONS = { show: { runFor: ['notifications'] } };
const FOR_CHANGES = { show: { runFor: ['changes'] } };
const BY_HAND = { show: { registration: ['manual'] } };

/** Notices of the editor have lists and links, and no other tag. */
const STEPS_BY_HAND = [
	'First, publish the workflow.',
	'Then open Webhook URLs above and copy the Production URL.',
	'Finally, add a webhook in the dashboard of the service (Integrations → Webhooks, in Portuguese Integrações → Webhooks). Enter this URL and the record type appointments (Agendamentos), and choose CREATED, UPDATED and CANCELED. If the credential has a Webhook Secret, enter the header {"Authorization": "Bearer YOUR_SECRET"}.',
	'To test, click Execute step and enter the Test URL in the same way.',
];

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
		displayName: 'Webhook Registration',
		name: 'registration',
		type: 'options',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Publishing registers the URL at the service, unpublishing deletes it',
			},
			{
				name: 'By Hand',
				value: 'manual',
				description: 'You enter the URL in the dashboard of the service',
			},
		],
		default: 'automatic',
		description: 'How the service gets the webhook URL of this trigger',
	},
	notice(
		'byHandNotice',
		BY_HAND,
		`<ul>${STEPS_BY_HAND.map((step) => `<li>${step}</li>`).join('')}</ul>`,
	),
	notice(
		'noSecretNotice',
		{ show: { registration: ['manual'], runFor: ['notifications'] } },
		'Without a Webhook Secret in the credential, whoever knows the URL can start executions.',
	),
	{
		displayName: 'Run For',
		name: 'runFor',
		type: 'options',
		options: [
			{
				name: 'Each Notification',
				value: 'notifications',
				description:
					'Fast. One execution for each notification of the service. A lost one does not run.',
			},
			{
				name: 'Each Change',
				value: 'changes',
				description:
					'Safe. The notification only says where to look. One execution for each new appointment, start, status or calendar that the API shows, even if its notification was lost, duplicated or forged.',
			},
		],
		default: 'notifications',
		description: 'What an execution stands for',
	},
	notice(
		'notificationsNotice',
		FOR_NOTIFICATIONS,
		'The data is as the service sent it and may be out of date. If a notification is lost, nothing runs. To write to people or to change appointments, choose Each Change.',
	),
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
	notice(
		'changesNotice',
		FOR_CHANGES,
		'When you publish, the first check only records the appointments. Edits of anything but start, status and calendar start nothing. In queue mode with webhook processors, a change waits for the next check.',
	),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				...calendarProperty,
				description:
					'Only start for appointments of this calendar. Moving an appointment into it is an update, moving it out starts nothing.',
			},
		],
	},
];
