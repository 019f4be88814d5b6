import { sameAddress } from '../../service/addresses';
import type { Client } from '../../service/client';
import { hasStatus, ServiceError } from '../../service/errors';
import { whole } from '../../service/lists';
import { eventKind } from '../../service/vocabulary';
import {
	createWebhook,
	deleteWebhook,
	listWebhooks,
	sameEvents,
	updateWebhook,
	webhookIn,
	type Webhook,
	type WebhookBody,
} from '../../service/webhooks';
import { isStoredFor, type Stored } from './stored';
import { bareAddress } from './urlSecret';

/**
 * The webhooks listed under this trigger's URL. All others belong to somebody else, whatever their key.
 * Nobody has shown what a list says, so without a URL, the stored key counts, and without a key as well.
 * @throws ServiceError
 */
async function ownWebhooks(
	client: Client,
	address: string,
	stored: Stored = {},
): Promise<Webhook[]> {
	const storedKey = isStoredFor(address, stored) ? stored.webhookKey : undefined;
	return whole(await listWebhooks(client))
		.map(webhookIn)
		.map((webhook) => ({ ...webhook, key: webhook.key ?? storedKey }))
		.filter(({ url, key }) =>
			url === undefined
				? key !== undefined && key === storedKey
				: bareAddress(url) === bareAddress(address),
		);
}

/** Leaves one webhook, with the wanted URL and events. @throws ServiceError */
export async function ensureWebhook(
	client: Client,
	wanted: WebhookBody,
	stored: Stored,
): Promise<{ key: string; isNew: boolean }> {
	const own = await ownWebhooks(client, wanted.url, stored);
	const best = own.find((one) => isRight(one, wanted)) ?? own[0];
	for (const other of own) if (other !== best) await remove(client, other);
	if (best && isRight(best, wanted)) return { key: requiredKey(best), isNew: false };
	if (best && (await unlessGone(updateWebhook(client, requiredKey(best), wanted)))) {
		return { key: requiredKey(best), isNew: false };
	}
	const made = webhookIn(await createWebhook(client, wanted));
	if (made.key !== undefined) return { key: made.key, isNew: true };
	const [listed = {}] = await ownWebhooks(client, wanted.url);
	return { key: requiredKey(listed), isNew: true };
}

/** What the service does not show contradicts nothing. It may name events as its dashboard does. */
const isRight = ({ url, events }: Webhook, wanted: WebhookBody): boolean =>
	(url === undefined || sameAddress(url, wanted.url)) &&
	(events === undefined ||
		sameEvents(
			events.map((event) => eventKind(event) ?? event),
			wanted.events,
		));

/** @returns the keys of those that the service still had. @throws ServiceError if one of them remains */
export async function deleteWebhooks(
	client: Client,
	address: string,
	stored: Stored,
): Promise<string[]> {
	const deleted: string[] = [];
	for (const webhook of await ownWebhooks(client, address, stored)) {
		if (await remove(client, webhook)) deleted.push(requiredKey(webhook));
	}
	return deleted;
}

/** False if it no longer exists. */
const remove = async (client: Client, webhook: Webhook): Promise<boolean> =>
	await unlessGone(deleteWebhook(client, requiredKey(webhook)));

async function unlessGone(change: Promise<unknown>): Promise<boolean> {
	return await change.then(
		() => true,
		(error: unknown) => {
			if (hasStatus(error, 404, 410)) return false;
			throw error;
		},
	);
}

/** @throws ServiceError */
function requiredKey({ key }: Webhook): string {
	if (key !== undefined) return key;
	throw new ServiceError(
		'The service does not say which webhook it made',
		"Delete it in the dashboard of the service, and choose By Hand as 'Webhook Registration'",
	);
}
