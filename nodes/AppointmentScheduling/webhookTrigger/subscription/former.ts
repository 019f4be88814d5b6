import type { Logger } from 'n8n-workflow';

import type { ServiceClient } from '../../service/http/client';
import { displayUrl } from '../../service/values/addresses';
import { accountOf } from '../../watching/digest';
import { isStoredFor, type Stored } from './reconcile';

/**
 * A webhook under a former URL stays at the service, because this n8n may run on a copy of the
 * database of another one that uses it. At a former service or account, nothing can be deleted.
 * @param found keys of the webhooks that the service had under the present URL
 */
export function warnOfFormer(
	context: { logger: Logger },
	client: ServiceClient,
	address: string,
	stored: Stored,
	found: Array<string | undefined>,
): void {
	const { webhookUrl, webhookKey, webhookService, webhookAccount } = stored;
	if (webhookUrl === undefined) return;
	const isFound = webhookKey === undefined ? found.length > 0 : found.includes(webhookKey);
	const isSameService = webhookService === client.settings.baseUrl;
	const isSameAccount = isSameService && (isFound || webhookAccount === accountOf(client));
	if (isSameAccount && isStoredFor(address, stored)) return;
	const name = `${displayUrl(webhookUrl)} (key ${webhookKey ?? 'unknown'})`;
	const reason = "the URL of this trigger, or 'Base URL' or 'Access Token' of its credential";
	const advice =
		'If no other n8n uses it, delete it in the dashboard of the service or with the Delete operation of the Appointment Scheduling node';
	const text = `The former webhook ${name} stays at ${webhookService ?? 'the service'}, unless it was deleted there, because ${reason} has changed. ${advice}.`;
	context.logger.warn(text);
}
