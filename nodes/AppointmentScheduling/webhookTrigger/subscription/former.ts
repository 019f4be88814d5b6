import type { Logger } from 'n8n-workflow';

import { log } from '../../n8n/log';
import type { ServiceClient } from '../../service/http/client';
import { displayUrl } from '../../service/values/addresses';
import { accountOf, isStoredFor, type Stored } from './reconcile';

const DELETE_IT =
	'If no other n8n uses it, delete it in the dashboard of the service or with the Delete operation of the Appointment Scheduling node';

/**
 * A webhook under a former URL stays at the service, because this n8n may run on a copy of the
 * database of another one that uses it. At a former service, nothing can be deleted.
 */
export function warnOfFormer(
	context: { logger: Logger },
	client: ServiceClient,
	address: string,
	stored: Stored,
): void {
	const { webhookUrl: url, webhookService: service } = stored;
	const { baseUrl } = client.settings;
	if (url === undefined) return;
	if (!isStoredFor(address, stored)) {
		log(
			context,
			'warn',
			`The webhook URL of this trigger was ${displayUrl(url)} and is now ${displayUrl(address)}. The webhook under the former URL stays at the service. ${DELETE_IT}.`,
		);
	}
	if (service !== undefined && service !== baseUrl) {
		log(
			context,
			'warn',
			`The webhook ${displayUrl(url)} stays at ${service}, because 'Base URL' of the credential is now ${baseUrl}. ${DELETE_IT}.`,
		);
	}
}

/** To be called if the webhook that the trigger had is not listed. */
export function warnOfOtherAccount(
	context: { logger: Logger },
	client: ServiceClient,
	{ webhookUrl: url, webhookKey: key, webhookService: service, webhookAccount: account }: Stored,
): void {
	const isSameService = service === client.settings.baseUrl;
	if (url === undefined || !isSameService || account === undefined) return;
	if (account === accountOf(client)) return;
	log(
		context,
		'warn',
		`'Access Token' of the credential was changed, and the webhook ${displayUrl(url)} (key ${key ?? 'unknown'}) is not listed with the new one. If that belongs to another account, the webhook stays at the former one. Delete it there.`,
	);
}
