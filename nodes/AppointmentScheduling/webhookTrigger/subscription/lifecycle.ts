import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { registry } from '../../concurrency/registry';
import { Turn } from '../../concurrency/order';
import { connect } from '../../n8n/connect';
import { toTriggerError } from '../../n8n/errors';
import { validCallbackUrl } from '../../service/addresses';
import type { Client } from '../../service/client';
import { hasStatus, isPassing, ServiceError } from '../../service/errors';
import { deleteWebhook } from '../../service/webhooks';
import { triggerSettings } from '../parameters/settings';
import { deleteWebhooks, ensureWebhook } from './reconcile';
import { formerText, isStoredFor, store, storedIn, warnOfFormer, type Context } from './stored';
import { derivedSecret, digestOfSecret, withSecret } from './urlSecret';

/** n8n publishes one workflow after another, and retries itself. */
const LIMITS = { timeout: 10_000, tries: 2, longestWait: 10_000, isUrgent: true };
const BUDGET_MS = 60_000;
const HTTPS_ADVICE =
	'The service notifies HTTPS addresses only. Set N8N_WEBHOOK_URL (older: WEBHOOK_URL) of n8n to its public https:// address, then try again';
const BY_HAND_ADVICE =
	"If the access token may not manage webhooks, choose By Hand as 'Webhook Registration'";

/**
 * By trigger, the URL that n8n has registered in this process, without the secret. In `turn`, webhooks
 * are registered, restored and deleted one after another, so that what a check is registering when
 * the workflow is unpublished is deleted as well.
 */
const registrations = registry((): { address?: string; turn: Turn } => ({ turn: new Turn() }));

const registrationOf = (context: Context) =>
	registrations(context.getWorkflow().id, context.getNode().id);

/** What n8n calls at publication and at its start. */
export const create = hookMethod(async (context, address) => {
	if (triggerSettings(context).isByHand) return await deleteStored(context, address);
	await register(context, await clientFor(context), address);
	// Listening for a test event uses another URL.
	if (context.getMode() !== 'manual') registrationOf(context).address = address;
});

/** What n8n calls when the workflow is unpublished. */
export const remove = hookMethod(async (context, address) => {
	const registration = registrationOf(context);
	if (registration.address === address) registration.address = undefined;
	const isByHand = triggerSettings(context).isByHand;
	await (isByHand ? deleteStored : unregister)(context, address);
});

function hookMethod(action: (context: IHookFunctions, address: string) => Promise<void>) {
	return async function (this: IHookFunctions): Promise<boolean> {
		try {
			const address = this.getNodeWebhookUrl('default') ?? '';
			await registrationOf(this).turn.take(async () => await action(this, address));
			return true;
		} catch (error) {
			throw toTriggerError(this.getNode(), advised(error));
		}
	};
}

const advised = (error: unknown): unknown =>
	error instanceof ServiceError && hasStatus(error, 400, 403, 404, 405)
		? error.advise(BY_HAND_ADVICE)
		: error;

const clientFor = async (context: Context): Promise<Client> =>
	(await connect(context, LIMITS)).with({}, BUDGET_MS);

/**
 * Registers the webhook again if the service has lost it, unless n8n has unpublished it meanwhile.
 * @throws ServiceError
 */
export async function restoreWebhook(context: ITriggerFunctions, client: Client): Promise<void> {
	const registration = registrationOf(context);
	// A publication does not wait for it.
	if (registration.address === undefined) return;
	await registration.turn.take(async () => {
		const { address } = registration;
		if (address === undefined || !(await register(context, client, address))) return;
		const text = 'The service no longer had the webhook of this trigger. It was registered again';
		context.logger.info(text);
	});
}

/**
 * @returns whether the service did not have it
 * @throws InputError if the address is not HTTPS or no event was selected; ServiceError
 */
async function register(context: Context, client: Client, address: string): Promise<boolean> {
	validCallbackUrl(address, 'Webhook URL', HTTPS_ADVICE);
	const stored = storedIn(context);
	const { registeredEvents: events } = triggerSettings(context);
	const { token, baseUrl } = client.account;
	const secret = derivedSecret(token, address);
	const url = withSecret(address, secret);
	const { key, isNew } = await ensureWebhook(client, { url, events }, stored);
	warnOfFormer(context, client, address, stored, isNew ? [] : [key]);
	store(stored, {
		webhookKey: key,
		webhookUrl: address,
		webhookService: baseUrl,
		webhookAccount: client.accountId,
		webhookSecret: digestOfSecret(secret),
	});
	return isNew;
}

/** Deletes what is registered. @throws ServiceError */
async function unregister(context: IHookFunctions, address: string): Promise<void> {
	const stored = storedIn(context);
	const client = await clientFor(context);
	const deleted = await deleteWebhooks(client, address, stored);
	warnOfFormer(context, client, address, stored, deleted);
	store(stored, {});
}

/**
 * By Hand: deletes only what an earlier Automatic has registered, because the user has entered the same
 * URL. It stays if the token may not manage webhooks.
 * @throws ServiceError if that may pass
 */
async function deleteStored(context: IHookFunctions, address: string): Promise<void> {
	const stored = storedIn(context);
	const { webhookKey, webhookService } = stored;
	if (webhookKey === undefined) return;
	const client = await clientFor(context);
	if (isStoredFor(address, stored) && webhookService === client.account.baseUrl) {
		await deleteWebhook(client, webhookKey).catch((error: unknown) => {
			if (!(error instanceof ServiceError) || isPassing(error)) throw error;
			if (!hasStatus(error, 404, 410)) context.logger.warn(formerText(stored));
		});
	} else warnOfFormer(context, client, address, stored, []);
	store(stored, {});
}
