import type { INodeProperties } from 'n8n-workflow';

import { calendarProperty } from '../fields/locator';
import { statusOptions } from '../fields/values';

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
			default: 'every5Minutes',
			description:
				'When to compare the appointments with their last known state, and start an execution for each change that was not delivered. All choices but Off include At Start.',
		},
		{
			displayName: 'Deduplicate',
			name: 'deduplicate',
			type: 'boolean',
			default: true,
			description:
				'Whether to start only one execution if the service delivers an event several times',
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
				'Only start for updates that change one of these. If the former state is unknown, the workflow starts.',
		},
		{
			displayName: 'Respond',
			name: 'respond',
			type: 'options',
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
						'Respond when the execution has finished. If it fails, the service can redeliver the event.',
				},
			],
			default: 'immediately',
			description: 'When to respond to the service',
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
			default: true,
			description: 'Whether to add a secret to the webhook URL and refuse deliveries without it',
		},
		{
			displayName: 'Verify',
			name: 'verify',
			type: 'options',
			options: [
				{ name: 'None', value: 'none', description: 'Use the data as delivered' },
				{
					name: 'Refetch',
					value: 'refetch',
					description:
						'Get the appointment from the API instead, and refuse deliveries of unknown appointments',
				},
			],
			default: 'refetch',
			description:
				'Whether to check deliveries with the API, because the service does not sign them',
		},
	],
};
