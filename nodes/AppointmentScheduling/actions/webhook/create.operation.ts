import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asItem, webhookKeyIn } from '../../service/values/bodies';
import { createWebhook, findWebhook } from '../../service/webhooks';
import { ServiceError } from '../../service/errors';
import type { Call } from '../operation';
import { webhookBody, webhookBodyProperties } from './fields';

export const option = {
	name: 'Create',
	action: 'Create webhook',
	description: 'Register a URL that the service notifies of events',
};

export const properties: INodeProperties[] = webhookBodyProperties;

/** If the response has no key, the list may have it. The webhook exists even if reading the list fails. */
export async function execute({ parameters, client, notify }: Call): Promise<IDataObject[]> {
	const body = webhookBody(parameters);
	const answer = await createWebhook(client, body);
	if (webhookKeyIn(answer) !== undefined) return [asItem(answer)];
	const listed = await findWebhook(client, body).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		notify(`The webhook was created, but its key is unknown: ${error.message}`);
		return undefined;
	});
	const known = Object.entries(asItem(answer)).filter(
		([, value]) => value !== null && value !== '',
	);
	return [{ ...body, ...listed, ...Object.fromEntries(known) }];
}
