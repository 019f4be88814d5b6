import type { ITriggerFunctions } from 'n8n-workflow';

import type { ServiceClient } from '../../service/http/client';
import { reconcile, register, wantedWebhook } from '../subscription/reconcile';
import { storedIn } from '../subscription/stored';
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
	const stored = storedIn(context.getWorkflowStaticData('node'));
	const wanted = wantedWebhook(client, url, settings);
	const found = await reconcile(client, wanted, stored);
	// It may have been unpublished meanwhile.
	if (found || address() !== url) return;
	await register(client, wanted, stored);
	context.logger.info(
		'The service no longer had the webhook of this trigger. It was registered again.',
	);
}
