import { webhookKeyIn } from '../service/bodies';
import type { ServiceClient } from '../service/client';
import { hasStatus, ServiceError } from '../service/failures';
import {
	allWebhooks,
	createWebhook,
	deleteWebhook,
	sameEvents,
	updateWebhook,
	type Webhook,
	type WebhookBody,
} from '../service/webhooks';
import type { Kept } from './kept';
import { bareAddress, newSecret, secretOf, withSecret } from './urlSecret';

/** What an active trigger has at the service: one webhook for its own address. */
export interface Wanted {
	/** The callback address, without secret. */
	address: string;
	events: string[];
	urlSecret: boolean;
}

/**
 * Webhooks of this trigger at the service: those of its address, or of the one it had before. In a
 * list that tells no addresses, the one with the key it was given.
 */
export function ownWebhooks(webhooks: Webhook[], address: string, kept: Kept): Webhook[] {
	const addresses = [address, kept.webhookUrl ?? address].map(bareAddress);
	const isKept = ({ key }: Webhook) => key !== undefined && key === kept.webhookKey;
	const own = webhooks.filter((webhook) =>
		webhook.url === '' ? isKept(webhook) : addresses.includes(bareAddress(webhook.url)),
	);
	return [...own.filter(isKept), ...own.filter((webhook) => !isKept(webhook))];
}

/**
 * Brings what is at the service in line with what is wanted, whatever state it is in: removes
 * doubles, then changes the webhook that is left in place. Undefined when there is none.
 * @throws ServiceError
 */
export async function reconcile(
	client: ServiceClient,
	wanted: Wanted,
	kept: Kept,
): Promise<Kept | undefined> {
	const own = ownWebhooks(await allWebhooks(client), wanted.address, kept);
	const known = own.map(({ url }) => secretOf(url)).find((secret) => secret !== undefined);
	const secret = wanted.urlSecret ? (known ?? kept.secret ?? newSecret()) : undefined;
	const body = bodyFor(wanted, secret);
	const isRight = ({ url, events }: Webhook) =>
		url === body.url && events !== undefined && sameEvents(events, body.events);
	const best = own.find(isRight) ?? own.find(({ key }) => key !== undefined) ?? own[0];
	if (!best) return undefined;
	for (const { key } of own) if (key !== undefined && key !== best.key) await remove(client, key);
	if (!isRight(best) && !(await change(client, best, body))) return undefined;
	return { webhookKey: best.key, webhookUrl: body.url, secret };
}

async function change(
	client: ServiceClient,
	{ key, url }: Webhook,
	body: WebhookBody,
): Promise<boolean> {
	if (key === undefined) {
		throw new ServiceError(
			`The service lists the webhook ${url} without a key, so its events can't be changed`,
			'Delete this webhook in the dashboard of the service, then activate the workflow again',
		);
	}
	return await updateWebhook(client, key, body).then(
		() => true,
		(error: unknown) => {
			if (hasStatus(error, 404, 410)) return false;
			throw error;
		},
	);
}

/**
 * Registers the webhook. When the service refuses because the address is taken, or the answer
 * tells no key, the one that is there is taken over.
 * @throws ServiceError in the service's words
 */
export async function register(client: ServiceClient, wanted: Wanted, kept: Kept): Promise<Kept> {
	const secret = wanted.urlSecret ? (kept.secret ?? newSecret()) : undefined;
	const body = bodyFor(wanted, secret);
	const attempt = await createWebhook(client, body).then(
		(created) => ({ created }),
		(refusal: unknown) => ({ refusal }),
	);
	if ('refusal' in attempt) {
		const isTaken = hasStatus(attempt.refusal, 400, 409, 422);
		const existing = isTaken ? await reconcile(client, wanted, kept) : undefined;
		if (!existing) throw attempt.refusal;
		return existing;
	}
	const webhookKey = webhookKeyIn(attempt.created);
	if (webhookKey !== undefined) return { webhookKey, webhookUrl: body.url, secret };
	return (await reconcile(client, wanted, { ...kept, secret })) ?? { webhookUrl: body.url, secret };
}

/**
 * Deletes this trigger's webhooks; what is gone already is gone. When the list can't be had, the
 * known key has to do.
 * @throws ServiceError
 */
export async function unregister(
	client: ServiceClient,
	address: string,
	kept: Kept,
): Promise<void> {
	const webhooks = await allWebhooks(client).catch((error: unknown) => {
		if (kept.webhookKey === undefined) throw error;
		return [{ key: kept.webhookKey, url: kept.webhookUrl ?? '', events: undefined }];
	});
	for (const { key } of ownWebhooks(webhooks, address, kept)) {
		if (key !== undefined) await remove(client, key);
	}
}

async function remove(client: ServiceClient, key: string): Promise<void> {
	await deleteWebhook(client, key).catch((error: unknown) => {
		if (!hasStatus(error, 404, 410)) throw error;
	});
}

function bodyFor({ address, events }: Wanted, secret: string | undefined): WebhookBody {
	return { url: secret === undefined ? address : withSecret(address, secret), events };
}
