import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { toActivationError } from '../../n8n/errors';
import { zoneOf } from '../../n8n/zone';
import { Turn } from '../../service/core/turn';
import type { ServiceClient } from '../../service/http/client';
import { validCallbackUrl } from '../../service/values/addresses';
import { accountOf } from '../../watching/digest';
import { registry } from '../../watching/keepLatest';
import { triggerSettings } from '../parameters/settings';
import { warnOfFormer } from './former';
import { deleteWebhooks, ensureWebhook, STORED, type Stored } from './reconcile';
import { derivedSecret, digestOfSecret, withSecret } from './urlSecret';

/** n8n retries publication itself. */
const REQUESTS = { timeout: 10_000, maxRetries: 2, checkAfter: [500, 2_000, 5_000] };
const HTTPS_ADVICE =
	'The service notifies HTTPS addresses only. Set N8N_WEBHOOK_URL (older: WEBHOOK_URL) of n8n to its public https:// address, then try again.';

type Context = IHookFunctions | ITriggerFunctions;

/** What n8n calls at publication and at its start. */
export const create = hookMethod(async (context, client, address) => {
	const registration = registrationOf(context);
	// Listening for a test event uses another URL.
	const isTest = context.getMode() === 'manual';
	if (!isTest) registration.address = undefined;
	await register(context, client, address);
	if (!isTest) registration.address = address;
});

/** What n8n calls when the workflow is unpublished. */
export const remove = hookMethod(async (context, client, address) => {
	const stored = storedIn(context);
	const deleted = await deleteWebhooks(client, address, stored);
	const registration = registrationOf(context);
	if (registration.address === address) registration.address = undefined;
	warnOfFormer(context, client, address, stored, deleted);
	store(stored, {});
});

/**
 * By trigger, the URL that n8n has registered in this process, without the secret. In `turn`, webhooks
 * are registered, restored and deleted one after another, so that what a check is registering when
 * the workflow is unpublished is deleted as well.
 */
const registrations = registry((): { address?: string; turn: Turn } => ({ turn: new Turn() }));

const registrationOf = (context: Context) =>
	registrations(context.getWorkflow().id, context.getNode().id);

export const isRegistered = (context: Context): boolean =>
	registrationOf(context).address !== undefined;

function hookMethod(
	action: (context: IHookFunctions, client: ServiceClient, address: string) => Promise<void>,
) {
	return async function (this: IHookFunctions): Promise<boolean> {
		try {
			const client = await connect(this, REQUESTS);
			const address = this.getNodeWebhookUrl('default') ?? '';
			const { accessToken, secrets } = client.settings;
			secrets.add(derivedSecret(accessToken, address));
			await registrationOf(this).turn.take(async () => await action(this, client, address));
			return true;
		} catch (error) {
			throw toActivationError(this.getNode(), error);
		}
	};
}

/**
 * Registers the webhook again if the service has lost it.
 * @throws ServiceError
 */
export async function restoreWebhook(
	context: ITriggerFunctions,
	client: ServiceClient,
	isClosed: () => boolean,
): Promise<void> {
	const registration = registrationOf(context);
	const { address } = registration;
	if (address === undefined) return;
	await registration.turn.take(async () => {
		// It may be unpublished meanwhile.
		if (isClosed() || registration.address !== address) return;
		if (!(await register(context, client, address))) return;
		const text = 'The service no longer had the webhook of this trigger. It was registered again.';
		context.logger.info(text);
	});
}

const storedIn = (context: Context): Stored => context.getWorkflowStaticData('node');

/**
 * @returns whether the service did not have it
 * @throws InputError if the address is not HTTPS, no event was selected, or a needed zone is not set
 */
async function register(
	context: Context,
	client: ServiceClient,
	address: string,
): Promise<boolean> {
	const stored = storedIn(context);
	const { baseUrl, accessToken } = client.settings;
	validCallbackUrl(address, 'Webhook URL', HTTPS_ADVICE);
	const { isForChanges, urlSecret, registeredEvents: events } = triggerSettings(context);
	// Starts are compared with former ones.
	if (isForChanges) zoneOf(client);
	const secret = urlSecret ? derivedSecret(accessToken, address) : undefined;
	const url = secret === undefined ? address : withSecret(address, secret);
	const { key, isNew } = await ensureWebhook(client, { url, events }, stored);
	warnOfFormer(context, client, address, stored, isNew ? [] : [key]);
	store(stored, {
		webhookKey: key,
		webhookUrl: address,
		webhookService: baseUrl,
		webhookAccount: accountOf(client),
		webhookSecret: secret === undefined ? undefined : digestOfSecret(secret),
	});
	return isNew;
}

/**
 * Sets only what differs. If nothing does, n8n has nothing to save: what it loaded at its start
 * would overwrite what executions have saved since.
 */
function store(stored: Stored, present: Stored): void {
	for (const name of STORED) if (stored[name] !== present[name]) stored[name] = present[name];
}
