import type { INodeProperties } from 'n8n-workflow';

import { calendarProperty } from '../fields/calendar';
import { statusOptions } from '../fields/status';

export const triggerOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{ ...calendarProperty, description: 'Only start for appointments of this calendar' },
		{
			displayName: 'Catch Up',
			name: 'catchUp',
			type: 'options',
			options: [
				{ name: 'At Start', value: 'atStart', description: 'Whenever n8n starts' },
				{ name: 'Every 15 Minutes', value: 'every15Minutes' },
				{ name: 'Every 5 Minutes', value: 'every5Minutes' },
				{ name: 'Every Minute', value: 'everyMinute' },
				{ name: 'Hourly', value: 'hourly' },
				{ name: 'Off', value: 'off' },
			],
			default: 'off',
			description:
				'When to compare the appointments with what is known, and start a run for each change that the service has not delivered. The other choices include At Start.',
		},
		{
			displayName: 'Deduplicate',
			name: 'deduplicate',
			type: 'boolean',
			default: true,
			description: 'Whether to run once for an event that the service delivers several times',
		},
		{
			displayName: 'Only When Changed',
			name: 'onlyWhenChanged',
			type: 'multiOptions',
			options: [
				{ name: 'Start', value: 'start' },
				{ name: 'Status', value: 'status' },
			],
			default: [],
			description:
				'Only start for updates that change one of these. If the former state is unknown, the update starts a run.',
		},
		{
			displayName: 'Respond',
			name: 'respond',
			type: 'options',
			options: [
				{
					name: 'Immediately',
					value: 'immediately',
					description: 'Answer the service when the run has been started',
				},
				{
					name: 'When Finished',
					value: 'whenFinished',
					description:
						'Answer when the run has ended: after a failed run the service delivers the event again',
				},
			],
			default: 'immediately',
			description: 'When to tell the service that the event has arrived',
		},
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			options: statusOptions,
			default: [],
			description: 'Only start for appointments with one of these statuses',
		},
		{
			displayName: 'URL Secret',
			name: 'urlSecret',
			type: 'boolean',
			default: false,
			description:
				'Whether to register the callback URL with a random secret and refuse deliveries without it',
		},
		{
			displayName: 'Verify',
			name: 'verify',
			type: 'options',
			options: [
				{ name: 'None', value: 'none', description: 'Take the data as it was delivered' },
				{
					name: 'Refetch',
					value: 'refetch',
					description:
						'Take the data from the API instead, and refuse deliveries of appointments it does not know',
				},
			],
			default: 'none',
			description: 'Whether to check a delivery with the API, since the service does not sign it',
		},
	],
};
