import type { INodeProperties } from 'n8n-workflow';

import { chosenEvents, eventOptions } from '../../parameters/events';
import { locatorKey, locatorProperty } from '../../parameters/locator';
import { validCallbackUrl } from '../../service/addresses';
import type { WebhookBody } from '../../service/webhooks';
import type { ItemParameters } from '../itemParameters';

export const webhookBodyProperties: INodeProperties[] = [
	{
		displayName: 'URL',
		name: 'url',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://example.com/notifications',
		description: 'Address that the service notifies. It must start with https://.',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventOptions,
		default: [],
		description:
			'Events that the service notifies about. An expression gives an array, or texts separated by commas. It may give other events than these.',
	},
];

export const webhookProperty = locatorProperty('Webhook', 'key from the list of webhooks', {
	required: true,
	description: 'The key of the webhook, from the list of webhooks',
});

export const webhookKey = (parameters: ItemParameters): string =>
	locatorKey(parameters.get('webhook'), 'Webhook');

/** @throws InputError if the address is not HTTPS, or no event was chosen */
export function webhookBody(parameters: ItemParameters): WebhookBody {
	const url = validCallbackUrl(
		parameters.get('url'),
		'URL',
		'Enter an address that starts with https://. The service notifies no other',
	);
	return { url, events: chosenEvents(parameters.get('events')) };
}
