import type { IDataObject } from 'n8n-workflow';

import { apiPath, sameAddress } from './values/addresses';
import { unwrapped, webhookKeyIn } from './values/bodies';
import type { ServiceClient } from './http/client';
import { makeChange } from './http/change';
import { sameKey } from './values/keys';
import { collect, type Collected } from './lists/collect';

export interface WebhookBody {
	url: string;
	events: string[];
}

export interface Webhook {
	key: string | undefined;
	url: string;
	/** Undefined if the response has none as text. */
	events: string[] | undefined;
}

const COLLECTION = apiPath('webhooks');
const pathOf = (key: string) => apiPath('webhooks', key);
const shownIn = 'the list of webhooks';

export async function listWebhooks(client: ServiceClient, limit: number): Promise<Collected> {
	// Only to recognize an entry that comes twice; `webhookKeyIn` finds the key for paths. `key` comes
	// last here: some services use it for a kind or a name, which several webhooks may have.
	const keys = ['webhook_key', 'id', 'uuid', 'key'];
	return await collect(client, { path: COLLECTION, keys }, limit);
}

export async function allWebhooks(client: ServiceClient): Promise<Webhook[]> {
	return (await listWebhooks(client, Infinity)).elements.map(webhookIn);
}

export function webhookIn(body: unknown): Webhook {
	const { url, events } = unwrapped(body);
	return {
		key: webhookKeyIn(body),
		url: isText(url) ? url : '',
		events: Array.isArray(events) && events.every(isText) ? events : undefined,
	};
}

const isText = (value: unknown): value is string => typeof value === 'string';

export async function createWebhook(client: ServiceClient, body: WebhookBody): Promise<unknown> {
	const request = { method: 'POST', path: COLLECTION, body: { ...body } } as const;
	const check = async () => {
		const created = await findWebhook(client, body);
		return { isMade: created !== undefined, body: created };
	};
	// Sent twice, the request might create two.
	return await makeChange(client, { request, repeats: false, check, shownIn });
}

/** The API documentation requires both fields in every update. */
export async function updateWebhook(
	client: ServiceClient,
	key: string,
	{ url, events }: WebhookBody,
): Promise<unknown> {
	const request = { method: 'PUT', path: pathOf(key), body: { url, events } } as const;
	const check = async () => {
		const { elements } = await listWebhooks(client, Infinity);
		const found = elements.find((element) => sameKey(webhookKeyIn(element), key));
		return { isMade: found && isLike(found, { url, events }), body: found };
	};
	return await makeChange(client, { request, repeats: true, check, shownIn });
}

export async function deleteWebhook(client: ServiceClient, key: string): Promise<unknown> {
	const request = { method: 'DELETE', path: pathOf(key) } as const;
	const check = async () => {
		const { elements, incomplete } = await listWebhooks(client, Infinity);
		const keys = elements.map(webhookKeyIn);
		if (keys.some((other) => sameKey(other, key))) return { isMade: false };
		const isHidden = keys.includes(undefined);
		const reason =
			incomplete ?? (isHidden ? 'The service lists webhooks without a key' : undefined);
		return { isMade: reason === undefined ? true : undefined, reason };
	};
	return await makeChange(client, { request, repeats: true, check, shownIn });
}

export async function findWebhook(
	client: ServiceClient,
	wanted: WebhookBody,
): Promise<IDataObject | undefined> {
	const { elements } = await listWebhooks(client, Infinity);
	return elements.find((element) => isLike(element, wanted));
}

function isLike(element: IDataObject, wanted: WebhookBody): boolean {
	const { url, events } = webhookIn(element);
	return (
		sameAddress(url, wanted.url) && (events === undefined || sameEvents(events, wanted.events))
	);
}

export function sameEvents(some: string[], others: string[]): boolean {
	const [a, b] = [new Set(some), new Set(others)];
	return a.size === b.size && [...a].every((event) => b.has(event));
}
