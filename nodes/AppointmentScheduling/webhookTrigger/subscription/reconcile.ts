import { displayUrl, sameAddress } from '../../service/values/addresses';
import type { ServiceClient } from '../../service/http/client';
import { hasStatus, ServiceError } from '../../service/core/errors';
import { serviceMessage } from '../../service/http/refusal';
import {
	allWebhooks,
	createWebhook,
	deleteWebhook,
	sameEvents,
	updateWebhook,
	webhookIn,
	type Webhook,
	type WebhookBody,
} from '../../service/webhooks';
import { digestOf } from '../../watching/packed';
import { bareAddress, derivedSecret, secretOf, withSecret } from './urlSecret';

/** What the trigger stores about its webhook in the workflow's static data. */
export interface Stored {
	webhookKey?: string;
	/** The registered URL, without the secret. */
	webhookUrl?: string;
	/** The Base URL of the service where it is registered. */
	webhookService?: string;
	/** A digest of the Base URL and the access token. */
	webhookAccount?: string;
}

export const STORED = ['webhookKey', 'webhookUrl', 'webhookService', 'webhookAccount'] as const;

export const accountOf = ({ settings }: ServiceClient): string =>
	digestOf(settings.baseUrl, settings.accessToken);

/**
 * Whether it is stored for this URL. In a copy of n8n's database on another machine, it belongs to
 * the original n8n, whose webhook must stay as it is.
 */
export const isStoredFor = (address: string, { webhookUrl = '' }: Stored): boolean =>
	bareAddress(webhookUrl) === bareAddress(address);

export const wantedWebhook = (
	{ settings }: ServiceClient,
	address: string,
	{ events, urlSecret }: { events: string[]; urlSecret: boolean },
): WebhookBody => ({
	url: urlSecret ? withSecret(address, derivedSecret(settings.accessToken, address)) : address,
	events,
});

/**
 * The webhooks listed under this trigger's URL. All others belong to somebody else, whatever their
 * key. Only if the list has no URLs do we rely on the stored key, provided it was stored for this URL.
 */
export async function ownWebhooks(
	client: ServiceClient,
	address: string,
	stored: Stored = {},
): Promise<Webhook[]> {
	const webhooks = await allWebhooks(client);
	const storedKey = isStoredFor(address, stored) ? stored.webhookKey : undefined;
	if (storedKey !== undefined && webhooks.every(({ url }) => url === '')) {
		return [{ key: storedKey, url: '', events: undefined }];
	}
	return webhooks
		.filter(({ url }) => isAt(address)(url))
		.map((webhook) => ({ ...webhook, key: webhook.key ?? storedKey }));
}

/** Leaves one webhook, with the wanted events. Undefined if there is none. @throws ServiceError */
export async function reconcile(
	client: ServiceClient,
	wanted: WebhookBody,
	stored: Stored,
): Promise<Webhook | undefined> {
	const own = await ownWebhooks(client, wanted.url, stored);
	const isRight = ({ url, events = [] }: Webhook) =>
		sameAddress(url, wanted.url) && sameEvents(events, wanted.events);
	const best = own.find(isRight) ?? own[0];
	if (!best) return undefined;
	for (const other of own) if (other.key !== best.key) await remove(client, other);
	if (isRight(best)) return best;
	// Services may refuse an unknown key with any of these, but they know a listed one.
	const gone = best.url === '' ? [400, 404, 405, 410, 422] : [404, 410];
	const isUpdated = await updateWebhook(client, keyOf(best), wanted, isAt(wanted.url)).then(
		() => true,
		(error: unknown) => {
			if (hasStatus(error, ...gone)) return false;
			throw error;
		},
	);
	return isUpdated ? await confirmed(client, wanted, best) : undefined;
}

/** Services may rewrite the query. `confirmed` then looks for the secret. */
const isAt = (address: string) => (url: string) => bareAddress(url) === bareAddress(address);

/** Creates the webhook. @throws ServiceError with the service's message */
export const register = async (client: ServiceClient, wanted: WebhookBody): Promise<Webhook> =>
	await confirmed(client, wanted, await createWebhook(client, wanted, isAt(wanted.url)));

/**
 * One that no longer exists counts as deleted.
 * @returns whether the service still had one
 * @throws ServiceError if one of them remains
 */
export async function unregister(
	client: ServiceClient,
	address: string,
	stored: Stored,
): Promise<boolean> {
	const own = await ownWebhooks(client, address, stored);
	const outcomes = await Promise.all(own.map(async (webhook) => await remove(client, webhook)));
	return outcomes.includes(true);
}

/** False if it no longer exists. */
async function remove(client: ServiceClient, webhook: Webhook): Promise<boolean> {
	return await deleteWebhook(client, keyOf(webhook)).then(
		() => true,
		(error: unknown) => {
			if (hasStatus(error, 404, 410)) return false;
			throw error;
		},
	);
}

/** @throws ServiceError */
function keyOf({ key, url }: Webhook): string {
	if (key !== undefined) return key;
	throw new ServiceError(
		`The service lists the webhook ${displayUrl(url)} without a key, so the node can neither change nor delete it`,
		'Delete this webhook in the dashboard of the service, then try again',
	);
}

/**
 * What a response says of the webhook and, if that is not enough, the list.
 * @throws ServiceError if deliveries would lack the secret, or there is no webhook
 */
async function confirmed(
	client: ServiceClient,
	{ url: wanted }: WebhookBody,
	answer: unknown,
): Promise<Webhook> {
	const made = webhookIn(answer);
	const hasSecret = secretOf(wanted) !== undefined;
	if (made.key !== undefined && !hasSecret) return made;
	const own = await ownWebhooks(client, wanted);
	if (hasSecret && own.some(({ url }) => secretOf(url) === undefined)) {
		throw new ServiceError(
			'The service dropped the secret from the webhook URL, so its deliveries would be refused',
			"Turn off 'URL Secret' in the options of the trigger, and consider 'Verify' instead",
		);
	}
	if (made.key !== undefined) return made;
	if (own[0]) return own[0];
	const message = serviceMessage(answer, client.settings.accessToken);
	throw new ServiceError(
		`The service confirmed the webhook without a key and does not list it${message && `: ${message}`}`,
		'Check the webhooks in the dashboard of the service, and delete those with the URL of this trigger',
	);
}
