import type { IHookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { toActivationError } from '../../n8n/errors';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { displayUrl, validCallbackUrl } from '../../service/values/addresses';
import type { Webhook, WebhookBody } from '../../service/webhooks';
import { stateOf } from '../runs/state';
import { triggerSettings } from '../settings';
import {
	isStoredFor,
	reconcile,
	register,
	unregister,
	wantedWebhook,
	type Stored,
} from './reconcile';
import { derivedSecret } from './urlSecret';

/** n8n retries publication itself. */
const REQUESTS = { timeout: 10_000, maxRetries: 2, checkAfter: [500, 2_000, 5_000] };
const HTTPS_REMEDY =
	'The service notifies HTTPS addresses only. Set N8N_WEBHOOK_URL (older: WEBHOOK_URL) of n8n to its public https:// address, then try again.';
const DELETE_IT =
	'If no other n8n uses it, delete it in the dashboard of the service or with the Delete operation of the Appointment Scheduling node';

interface Hook {
	context: IHookFunctions;
	client: ServiceClient;
	address: string;
	/** In n8n's static data. */
	stored: Stored;
}

/** What n8n calls at publication, at its start, and when the workflow is unpublished. */
export const webhookMethods = {
	checkExists: method(async (hook) => {
		const found = await reconcile(hook.client, wantedBy(hook), hook.stored);
		if (found) keep(hook, found);
		return found !== undefined;
	}),
	create: method(async (hook) => {
		keep(hook, await register(hook.client, wantedBy(hook)));
		return true;
	}),
	delete: method(async (hook) => {
		const { context, client, address, stored } = hook;
		await unregister(client, address, stored);
		const state = stateOf(context);
		if (state.address === address) state.address = undefined;
		warnOfFormer(hook);
		store(hook);
		return true;
	}),
};

function method(action: (hook: Hook) => Promise<boolean>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		try {
			const client = await connect(this, REQUESTS);
			const address = this.getNodeWebhookUrl('default') ?? '';
			const stored = this.getWorkflowStaticData('node') as Stored;
			return await action({ context: this, client, address, stored });
		} catch (error) {
			throw toActivationError(this.getNode(), error);
		}
	};
}

/** @throws InputError if the address is not HTTPS, no event was selected, or a needed zone is not set */
function wantedBy({ context, client, address }: Hook): WebhookBody {
	validCallbackUrl(address, 'Webhook URL', HTTPS_REMEDY);
	const settings = triggerSettings(context);
	// Starts are compared with former ones.
	if (settings.watches) zoneOf(client);
	return wantedWebhook(client, address, settings);
}

function keep(hook: Hook, { key }: Webhook): void {
	const { context, client, address } = hook;
	warnOfFormer(hook);
	store(hook, key, address, client.settings.baseUrl);
	// Listening for a test event uses another URL.
	if (context.getMode() === 'manual') return;
	const state = stateOf(context);
	state.address = address;
	state.secret = derivedSecret(client.settings.accessToken, address);
	state.own(context);
}

/**
 * Sets only what differs. If nothing does, n8n has nothing to save: what it loaded at its start
 * would overwrite what executions have saved since.
 */
function store({ stored }: Hook, key?: string, url?: string, service?: string): void {
	if (stored.webhookKey !== key) stored.webhookKey = key;
	if (stored.webhookUrl !== url) stored.webhookUrl = url;
	if (stored.webhookService !== service) stored.webhookService = service;
}

/**
 * A webhook under a former URL stays at the service, because this n8n may run on a copy of the
 * database of another one that uses it. At a former service, nothing can be deleted.
 */
function warnOfFormer({ context, client, address, stored }: Hook): void {
	const { webhookUrl: url, webhookService: service } = stored;
	const { baseUrl } = client.settings;
	if (url === undefined) return;
	if (!isStoredFor(address, stored)) {
		context.logger.warn(
			`The webhook URL of this trigger was ${displayUrl(url)} and is now ${displayUrl(address)}. The webhook under the former URL stays at the service. ${DELETE_IT}.`,
		);
	}
	if (service !== undefined && service !== baseUrl) {
		context.logger.warn(
			`The webhook ${displayUrl(url)} stays at ${service}, because 'Base URL' of the credential is now ${baseUrl}. ${DELETE_IT}.`,
		);
	}
}
