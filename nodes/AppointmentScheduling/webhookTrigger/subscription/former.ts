import type { Logger } from 'n8n-workflow';

import { log } from '../../n8n/log';
import type { ServiceClient } from '../../service/http/client';
import { displayUrl } from '../../service/values/addresses';
import { accountOf } from '../../watching/account';
import { isStoredFor, type Stored } from './reconcile';

const DELETE_IT =
	'If no other n8n uses it, delete it in the dashboard of the service or with the Delete operation of the Appointment Scheduling node';

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
	const url = displayUrl(webhookUrl);
	const { baseUrl } = client.settings;
	const isSameService = webhookService === baseUrl;
	const isOtherAccount = isSameService && !isFound && webhookAccount !== accountOf(client);
	const warnings = [
		!isStoredFor(address, stored) &&
			`The webhook URL of this trigger was ${url} and is now ${displayUrl(address)}. The webhook under the former URL stays at the service. ${DELETE_IT}.`,
		!isSameService &&
			`The webhook ${url} stays at ${webhookService}, because 'Base URL' of the credential is now ${baseUrl}. ${DELETE_IT}.`,
		isOtherAccount &&
			`'Access Token' of the credential was changed, and the webhook ${url} (key ${webhookKey ?? 'unknown'}) is not listed with the new one. If that belongs to another account, the webhook stays at the former one. Delete it there.`,
	];
	for (const warning of warnings) if (warning) log(context, 'warn', warning);
}
