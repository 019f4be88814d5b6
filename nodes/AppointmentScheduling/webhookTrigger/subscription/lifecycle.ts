import type { IHookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { displayUrl, validCallbackUrl } from '../../service/values/addresses';
import type { ServiceClient } from '../../service/http/client';
import { store, storedFor, storedIn, type Stored } from './stored';
import { WHILE_ACTIVATING } from '../requests';
import { triggerSettings } from '../settings';
import type { Wanted } from './reconcile';

const HTTPS_REMEDY =
	'The service notifies HTTPS addresses only. Set N8N_WEBHOOK_URL (older: WEBHOOK_URL) of n8n to its public https:// address, then try again.';

interface Hook {
	client: ServiceClient;
	address: string;
	stored: Stored;
}

/** What `webhookMethods` need from n8n's context. @throws InputError */
export async function hookOf(context: IHookFunctions): Promise<Hook> {
	const address = context.getNodeWebhookUrl('default') ?? '';
	const stored = storedIn(context.getWorkflowStaticData('node'));
	return { client: await connect(context, WHILE_ACTIVATING), address, stored };
}

/** @throws InputError if the address is not HTTPS, or no event was selected */
export function wantedBy(context: IHookFunctions, address: string): Wanted {
	validCallbackUrl(address, 'Webhook URL', HTTPS_REMEDY);
	const { events, urlSecret } = triggerSettings(context);
	return { address, events, urlSecret };
}

/**
 * Stores what is known about the webhook now. A webhook under a former URL stays at the service,
 * because this n8n may run on a copy of the database of another one that uses it.
 */
export function keep(context: IHookFunctions, address: string, made: Stored): void {
	const staticData = context.getWorkflowStaticData('node');
	const stored = storedIn(staticData);
	const { webhookUrl } = stored;
	if (webhookUrl !== undefined && storedFor(address, stored).webhookUrl === undefined) {
		context.logger.warn(
			`The webhook URL of this trigger was ${displayUrl(webhookUrl)} and is now ${displayUrl(address)}. The webhook under the former URL stays at the service. If no other n8n uses it, delete it in the dashboard of the service or with the Delete operation of the Appointment Scheduling node.`,
		);
	}
	store(staticData, made);
}
