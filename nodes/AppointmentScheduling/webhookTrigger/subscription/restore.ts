import type { ITriggerFunctions } from 'n8n-workflow';

import { log } from '../../n8n/log';
import type { ServiceClient } from '../../service/http/client';
import { stateOf } from '../runs/state';
import { triggerSettings } from '../settings';
import { warnOfOtherAccount } from './former';
import { accountOf, reconcile, register, wantedWebhook, type Stored } from './reconcile';
import { takeTurn } from './turns';

/**
 * Registers the webhook again if the service has lost it. It may be unpublished meanwhile.
 * @returns false if n8n has not registered it in this process, or has deleted it
 * @throws ServiceError
 */
export async function restoreWebhook(
	context: ITriggerFunctions,
	client: ServiceClient,
	isClosed: () => boolean,
): Promise<boolean> {
	const state = stateOf(context);
	const { address } = state;
	if (address === undefined) return false;
	return await takeTurn(address, async () => {
		if (isClosed() || state.address !== address) return false;
		const stored = context.getWorkflowStaticData('node') as Stored;
		const wanted = wantedWebhook(client, address, triggerSettings(context));
		if (await reconcile(client, wanted, stored)) return true;
		await register(client, wanted);
		log(
			context,
			'info',
			'The service no longer had the webhook of this trigger. It was registered again.',
		);
		warnOfOtherAccount(context, client, stored);
		stored.webhookAccount = accountOf(client);
		return true;
	});
}
