import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { asItem, webhookKeyIn } from '../../service/values/bodies';
import { createWebhook, findWebhook } from '../../service/webhooks';
import { ServiceError } from '../../service/errors';
import type { Call } from '../operation';
import { webhookBody, webhookBodyProperties } from './fields';

export const properties: INodeProperties[] = webhookBodyProperties('create');

/** An answer that tells no key is completed from the list; the webhook is there, whatever the list says. */
export async function execute({ parameters, client, notify }: Call): Promise<IDataObject[]> {
	const body = webhookBody(parameters);
	const { answer } = await createWebhook(client, body);
	if (webhookKeyIn(answer) !== undefined) return [asItem(answer)];
	const listed = await findWebhook(client, body).catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		notify(`The webhook was created, but its key is not known: ${error.message}`);
		return undefined;
	});
	const told = Object.entries(asItem(answer)).filter(([, value]) => value !== null && value !== '');
	return [{ ...body, ...listed, ...Object.fromEntries(told) }];
}
