import type { IHookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { ServiceError } from '../../service/errors';
import type { ServiceClient } from '../../service/http/client';
import { displayUrl, validCallbackUrl } from '../../service/values/addresses';
import { WHILE_ACTIVATING } from '../requests';
import { stateOf } from '../runs/state';
import { triggerSettings } from '../settings';
import { wantedWebhook, type Made, type Wanted } from './reconcile';
import { store, storedFor, storedIn, type Stored } from './stored';

const HTTPS_REMEDY =
	'The service notifies HTTPS addresses only. Set N8N_WEBHOOK_URL (older: WEBHOOK_URL) of n8n to its public https:// address, then try again.';
const DELETE_IT =
	'If no other n8n uses it, delete it in the dashboard of the service or with the Delete operation of the Appointment Scheduling node';

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
export function wantedBy(context: IHookFunctions, { client, address }: Hook): Wanted {
	validCallbackUrl(address, 'Webhook URL', HTTPS_REMEDY);
	return wantedWebhook(client, address, triggerSettings(context));
}

/**
 * Stores what is known about the webhook now. A webhook under a former URL stays at the service,
 * because this n8n may run on a copy of the database of another one that uses it.
 */
export function keep(context: IHookFunctions, { client, address, stored }: Hook, made: Made): void {
	warnOfFormerUrl(context, address, stored);
	const former = formerService(client, stored);
	if (former) context.logger.warn(`${former.message}. ${former.remedy}.`);
	store(context.getWorkflowStaticData('node'), {
		webhookKey: made.webhookKey,
		webhookUrl: address,
		webhookService: client.settings.baseUrl,
	});
	// Listening for a test event uses another URL.
	if (context.getMode() === 'manual') return;
	const state = stateOf(context);
	state.address = address;
	state.registrations += 1;
	state.own(context);
}

/** Forgets the webhook. @throws ServiceError if it is at another service, where it stays */
export function forget(context: IHookFunctions, { client, address, stored }: Hook): void {
	const state = stateOf(context);
	if (state.address === address) state.address = undefined;
	const former = formerService(client, stored);
	if (former) throw former;
	warnOfFormerUrl(context, address, stored);
	store(context.getWorkflowStaticData('node'), {});
}

function warnOfFormerUrl({ logger }: IHookFunctions, address: string, stored: Stored): void {
	const { webhookUrl } = stored;
	if (webhookUrl === undefined || storedFor(address, stored).webhookUrl !== undefined) return;
	logger.warn(
		`The webhook URL of this trigger was ${displayUrl(webhookUrl)} and is now ${displayUrl(address)}. The webhook under the former URL stays at the service. ${DELETE_IT}.`,
	);
}

/** If 'Base URL' has been edited since the webhook was registered. */
function formerService(
	{ settings }: ServiceClient,
	{ webhookUrl, webhookService }: Stored,
): ServiceError | undefined {
	if (webhookUrl === undefined || webhookService === undefined) return undefined;
	if (webhookService === settings.baseUrl) return undefined;
	return new ServiceError(
		`The webhook ${displayUrl(webhookUrl)} stays at ${webhookService}, because 'Base URL' of the credential is now ${settings.baseUrl}`,
		DELETE_IT,
	);
}
