import type { ServiceClient } from '../../service/http/client';
import { reconcile, register } from '../subscription/reconcile';
import type { Stored } from '../subscription/stored';
import { withoutUrlSecret } from '../subscription/urlSecret';
import type { TriggerSettings } from '../settings';

/**
 * Registers the webhook again if the service has lost it, unless the trigger was unpublished
 * meanwhile.
 * @throws ServiceError
 */
export async function verifiedWebhook(
	client: ServiceClient,
	stored: Stored,
	{ events, urlSecret }: TriggerSettings,
	isClosed: () => boolean,
): Promise<{ stored: Stored; wasLost: boolean }> {
	const wanted = { address: withoutUrlSecret(stored.webhookUrl ?? ''), events, urlSecret };
	const found = await reconcile(client, wanted, stored);
	if (found || isClosed()) return { stored: found ?? stored, wasLost: false };
	return { stored: await register(client, wanted, stored), wasLost: true };
}
