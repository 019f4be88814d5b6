import type { ITriggerFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../service/http/client';
import { reconcile, register, wantedWebhook, type Stored } from '../subscription/reconcile';
import type { TriggerSettings } from '../settings';

/**
 * Registers the webhook again if the service has lost it.
 * @param address as n8n has registered it; undefined while it does not
 * @throws ServiceError
 */
export async function verifyWebhook(
	context: ITriggerFunctions,
	client: ServiceClient,
	settings: TriggerSettings,
	address: () => string | undefined,
): Promise<void> {
	const url = address();
	if (url === undefined) return;
	const stored = context.getWorkflowStaticData('node') as Stored;
	const wanted = wantedWebhook(client, url, settings);
	const found = await reconcile(client, wanted, stored);
	// It may have been unpublished meanwhile.
	if (found || address() !== url) return;
	await register(client, wanted);
	context.logger.info(
		'The service no longer had the webhook of this trigger. It was registered again.',
	);
}
