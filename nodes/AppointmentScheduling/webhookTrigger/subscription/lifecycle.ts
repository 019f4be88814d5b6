import type { IHookFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { toActivationError } from '../../n8n/errors';
import { zoneOf } from '../../n8n/zone';
import type { ServiceClient } from '../../service/http/client';
import { validCallbackUrl } from '../../service/values/addresses';
import type { Webhook, WebhookBody } from '../../service/webhooks';
import { stateOf } from '../runs/state';
import { triggerSettings } from '../settings';
import { warnOfFormer, warnOfOtherAccount } from './former';
import {
	accountOf,
	reconcile,
	register,
	unregister,
	STORED,
	wantedWebhook,
	type Stored,
} from './reconcile';
import { takeTurn } from './turns';
import { derivedSecret } from './urlSecret';

/** n8n retries publication itself. */
const REQUESTS = { timeout: 10_000, maxRetries: 2, checkAfter: [500, 2_000, 5_000] };
const HTTPS_REMEDY =
	'The service notifies HTTPS addresses only. Set N8N_WEBHOOK_URL (older: WEBHOOK_URL) of n8n to its public https:// address, then try again.';

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
		const { context, client, stored } = hook;
		const created = await register(client, wantedBy(hook));
		warnOfOtherAccount(context, client, stored);
		keep(hook, created);
		return true;
	}),
	delete: method(async (hook) => {
		const { context, client, address, stored } = hook;
		const isDeleted = await unregister(client, address, stored);
		const state = stateOf(context);
		if (state.address === address) state.address = undefined;
		warnOfFormer(context, client, address, stored);
		if (!isDeleted) warnOfOtherAccount(context, client, stored);
		store(stored, {});
		return true;
	}),
};

function method(action: (hook: Hook) => Promise<boolean>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		try {
			const client = await connect(this, REQUESTS);
			const address = this.getNodeWebhookUrl('default') ?? '';
			const stored = this.getWorkflowStaticData('node') as Stored;
			const hook = { context: this, client, address, stored };
			return await takeTurn(address, async () => await action(hook));
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
	const { context, client, address, stored } = hook;
	warnOfFormer(context, client, address, stored);
	store(stored, {
		webhookKey: key,
		webhookUrl: address,
		webhookService: client.settings.baseUrl,
		webhookAccount: accountOf(client),
	});
	// Listening for a test event uses another URL.
	if (context.getMode() === 'manual') return;
	const state = stateOf(context);
	state.address = address;
	state.secret = derivedSecret(client.settings.accessToken, address);
}

/**
 * Sets only what differs. If nothing does, n8n has nothing to save: what it loaded at its start
 * would overwrite what executions have saved since.
 */
function store(stored: Stored, present: Stored): void {
	for (const name of STORED) if (stored[name] !== present[name]) stored[name] = present[name];
}
