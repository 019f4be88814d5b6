import type { INodeProperties } from 'n8n-workflow';

import { additionalEventsProperty, chosenEvents, eventOptions } from '../../fields/events';
import { locatorKey } from '../../fields/values';
import { validCallbackUrl } from '../../service/values/addresses';
import type { WebhookBody } from '../../service/webhooks';
import type { ItemParameters } from '../parameters';
import { byModel, withToolVariant } from '../tool';

const shownOn = (operation: string) => ({
	show: { resource: ['webhook'], operation: [operation] },
});

export function webhookBodyProperties(operation: string): INodeProperties[] {
	return [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://example.com/notifications',
			displayOptions: shownOn(operation),
			description: 'Address that the service notifies. It must start with https://.',
		},
		{
			displayName: 'Events',
			name: 'events',
			type: 'multiOptions',
			options: eventOptions,
			default: [],
			displayOptions: shownOn(operation),
			description: 'Events that the service notifies about',
		},
		{ ...additionalEventsProperty, displayOptions: shownOn(operation) },
	];
}

const webhookLocator: INodeProperties = {
	displayName: 'Webhook',
	name: 'webhook',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The key of the webhook, from the list of webhooks',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a webhook…',
			typeOptions: {
				searchListMethod: 'searchWebhooks',
				searchable: true,
				slowLoadNotice: {
					message: 'If this takes too long, choose the webhook By Key',
					timeout: 10_000,
				},
			},
		},
		{
			displayName: 'By Key',
			name: 'key',
			type: 'string',
			placeholder: 'e.g. 8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10',
			hint: 'The key from the list of webhooks',
		},
	],
};

export const webhookProperties = (operation: string): INodeProperties[] =>
	withToolVariant(
		webhookLocator,
		shownOn(operation).show,
		byModel(webhookLocator, 'key from the list of webhooks'),
	);

/** @throws InputError */
export const webhookKey = (parameters: ItemParameters): string =>
	locatorKey(parameters.locator('webhook'), 'Webhook');

/** Items for the same webhook run in order. */
export const webhookTurn = (parameters: ItemParameters): string =>
	String(parameters.locator('webhook').value).trim().toLowerCase();

/** @throws InputError if the address is not HTTPS, or no event was chosen */
export function webhookBody(parameters: ItemParameters): WebhookBody {
	const url = validCallbackUrl(
		parameters.get('url'),
		'URL',
		'Enter an address that starts with https://. The service notifies no other',
	);
	return {
		url,
		events: chosenEvents(parameters.get('events'), parameters.get('additionalEvents')),
	};
}
