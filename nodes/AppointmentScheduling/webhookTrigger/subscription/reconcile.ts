import { displayUrl, sameAddress } from '../../service/values/addresses';
import { webhookKeyIn } from '../../service/values/bodies';
import type { ServiceClient } from '../../service/http/client';
import { hasStatus, ServiceError } from '../../service/errors';
import { serviceMessage } from '../../service/http/refusal';
import {
	allWebhooks,
	createWebhook,
	deleteWebhook,
	sameEvents,
	updateWebhook,
	type Webhook,
	type WebhookBody,
} from '../../service/webhooks';
import { wait } from '../../service/http/wait';
import { storedFor, type Stored } from './stored';
import { bareAddress, derivedSecret, secretOf, withSecret } from './urlSecret';

/** A service may list a new webhook a little later. */
const LIST_MS = 1_500;

/** The webhook that a published trigger needs at the service. */
export type Wanted = WebhookBody;

export type Made = Pick<Stored, 'webhookKey'>;

export const wantedWebhook = (
	{ settings }: ServiceClient,
	address: string,
	{ events, urlSecret }: { events: string[]; urlSecret: boolean },
): Wanted => ({
	url: urlSecret ? withSecret(address, derivedSecret(settings.accessToken, address)) : address,
	events,
});

/**
 * The webhooks listed under this trigger's URL. All others belong to somebody else, whatever their
 * key. Only if the list has no URLs do we rely on the stored key, provided it was stored for this URL.
 */
export function ownWebhooks(webhooks: Webhook[], address: string, stored: Stored): Webhook[] {
	const { webhookKey } = storedFor(address, stored);
	if (webhooks.every(({ url }) => url === '')) {
		return webhookKey === undefined ? [] : [{ key: webhookKey, url: '', events: undefined }];
	}
	return webhooks
		.filter(({ url }) => bareAddress(url) === bareAddress(address))
		.map(({ key = webhookKey, url, events }) => ({ key, url, events }))
		.filter(({ key }, index, own) => own.findIndex((other) => other.key === key) === index);
}

/**
 * Leaves one webhook under this trigger's URL, with the wanted events. Undefined if there is none yet.
 * @throws ServiceError
 */
export async function reconcile(
	client: ServiceClient,
	wanted: Wanted,
	stored: Stored,
): Promise<Made | undefined> {
	const own = ownWebhooks(await allWebhooks(client), wanted.url, stored);
	const isRight = ({ url, events = [] }: Webhook) =>
		sameAddress(url, wanted.url) && sameEvents(events, wanted.events);
	const best = own.find(isRight) ?? own[0];
	if (!best) return undefined;
	for (const { key } of own) if (key !== undefined && key !== best.key) await remove(client, key);
	const made = { webhookKey: best.key };
	if (isRight(best)) return made;
	return (await update(client, best, wanted))
		? await withSecretKept(client, wanted, made)
		: undefined;
}

/** False if there is no such webhook. */
async function update(
	client: ServiceClient,
	{ key, url }: Webhook,
	body: WebhookBody,
): Promise<boolean> {
	if (key === undefined) throw withoutKey(url);
	// Services may refuse an unknown key with any of these, but they know a listed one.
	const gone = url === '' ? [400, 404, 405, 410, 422] : [404, 410];
	return await updateWebhook(client, key, body).then(
		() => true,
		(error: unknown) => {
			if (hasStatus(error, ...gone)) return false;
			throw error;
		},
	);
}

/**
 * Creates the webhook.
 * @throws ServiceError with the service's message
 */
export async function register(
	client: ServiceClient,
	wanted: Wanted,
	stored: Stored,
): Promise<Made> {
	const created = await createWebhook(client, wanted).then(
		(answer) => ({ answer }),
		async (refusal: unknown) => {
			// The URL may be taken by a webhook that the list did not show yet.
			const isTaken = hasStatus(refusal, 400, 409, 422);
			const existing = isTaken ? await reconcile(client, wanted, stored) : undefined;
			if (!existing) throw refusal;
			return existing;
		},
	);
	if (!('answer' in created)) return created;
	const { answer } = created;
	const made = { webhookKey: webhookKeyIn(answer) };
	if (made.webhookKey !== undefined) return await withSecretKept(client, wanted, made);
	// The key is only in the list, maybe not at once.
	for (const ms of [0, LIST_MS]) {
		await wait(ms, client.settings.signal);
		const found = await reconcile(client, wanted, { ...made, webhookUrl: wanted.url });
		if (found) return found;
	}
	throw nowhere(answer);
}

/**
 * If the service drops the query of the URL, it delivers without the secret, and the trigger would
 * refuse every event.
 */
async function withSecretKept(
	client: ServiceClient,
	{ url: wanted }: Wanted,
	made: Made,
): Promise<Made> {
	if (secretOf(wanted) === undefined) return made;
	const own = ownWebhooks(await allWebhooks(client), wanted, { ...made, webhookUrl: wanted });
	if (own.some(({ url }) => url !== '' && secretOf(url) === undefined)) {
		throw new ServiceError(
			'The service dropped the secret from the webhook URL, so its deliveries would be refused',
			"Turn off 'URL Secret' in the options of the trigger, and consider 'Verify' instead",
		);
	}
	return made;
}

/**
 * Deletes this trigger's webhooks. One that no longer exists counts as deleted.
 * @throws ServiceError if one of them remains
 */
export async function unregister(
	client: ServiceClient,
	address: string,
	stored: Stored,
): Promise<void> {
	const failures: unknown[] = [];
	for (const { key, url } of ownWebhooks(await allWebhooks(client), address, stored)) {
		if (key === undefined) failures.push(withoutKey(url));
		else await remove(client, key).catch((error: unknown) => failures.push(error));
	}
	if (failures.length > 0) throw failures[0];
}

async function remove(client: ServiceClient, key: string): Promise<void> {
	await deleteWebhook(client, key).catch((error: unknown) => {
		if (!hasStatus(error, 404, 410)) throw error;
	});
}

const withoutKey = (url: string) =>
	new ServiceError(
		`The service lists the webhook ${displayUrl(url)} without a key, so the node can neither change nor delete it`,
		'Delete this webhook in the dashboard of the service, then try again',
	);

function nowhere(answer: unknown): ServiceError {
	const message = serviceMessage(answer);
	return new ServiceError(
		`The service confirmed the webhook without a key and does not list it${message === '' ? '' : `: ${message}`}`,
		'Check the webhooks in the dashboard of the service, and delete those with the URL of this trigger',
	);
}
