import type { IDataObject } from 'n8n-workflow';

import { apiPath, sameAddress, secretOf } from './values/addresses';
import { unwrapped, webhookKeyIn } from './values/bodies';
import type { ServiceClient, ServiceRequest } from './http/client';
import { makeChange, type Change } from './http/change';
import { findingIn, type Finding, type Wanted } from './http/finding';
import { sameKey } from './values/keys';
import { ALL_ENTRIES, collect, type Collected } from './lists/collect';
import { WEBHOOK_FIELDS } from './lists/list';
import type { List } from './lists/pages';

export const webhookList: List = {
	path: apiPath('webhooks'),
	// Only to recognize an entry that comes twice; `webhookKeyIn` finds the key for paths. `key` comes
	// last here: some services use it for a kind or a name, which several webhooks may have.
	keys: ['webhook_key', 'id', 'uuid', 'key'],
	entryFields: WEBHOOK_FIELDS,
};

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

const pathOf = (key: string) => apiPath('webhooks', key);

export async function listWebhooks(client: ServiceClient, limit: number): Promise<Collected> {
	const list = await collect(client, webhookList, '', limit);
	for (const element of list.elements) hideSecret(client, webhookIn(element).url);
	return list;
}

/** A shorter one is a word that messages may contain. */
const SHORTEST_SECRET = 6;

/** From now on, messages of this client do not contain the secret of the URL. */
export function hideSecret({ settings }: ServiceClient, url: string): void {
	const secret = secretOf(url) ?? '';
	if (secret.length >= SHORTEST_SECRET) settings.secrets.add(secret);
}

export async function allWebhooks(client: ServiceClient): Promise<Webhook[]> {
	return (await listWebhooks(client, ALL_ENTRIES)).elements.map(webhookIn);
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

/** @param isOwn recognizes the URL of a trigger's webhook, which the service may have rewritten */
export async function createWebhook(
	client: ServiceClient,
	body: WebhookBody,
	isOwn?: (url: string) => boolean,
): Promise<unknown> {
	hideSecret(client, body.url);
	const request = { method: 'POST', path: webhookList.path, body: { ...body } } as const;
	const name = isOwn ? "The trigger's own webhook" : 'Webhook Create';
	const wanted = wantedIn((found) => isLike(found, body, isOwn));
	return await sendChange(client, name, request, wanted, ({ elements, incomplete }) => {
		const found = elements.find((element) => isLike(element, body, isOwn));
		if (found) return { is: 'made', body: found };
		if (incomplete !== undefined) return { is: 'unknown', reason: incomplete };
		return { is: 'not made', state: 'absent' };
	});
}

/** The API documentation requires both fields in every update. */
export async function updateWebhook(
	client: ServiceClient,
	key: string,
	{ url, events }: WebhookBody,
	isOwn?: (url: string) => boolean,
): Promise<unknown> {
	hideSecret(client, url);
	const request = { method: 'PUT', path: pathOf(key), body: { url, events } } as const;
	const wanted = wantedIn((found) => isLike(found, { url, events }, isOwn), key);
	return await sendChange(client, 'Webhook Update', request, wanted, ({ elements, incomplete }) => {
		const found = elements.find((element) => sameKey(webhookKeyIn(element), key));
		const reason = incomplete ?? 'The service does not list the webhook';
		return found ? findingIn(found, wanted) : { is: 'unknown', reason };
	});
}

export async function deleteWebhook(client: ServiceClient, key: string): Promise<unknown> {
	const request = { method: 'DELETE', path: pathOf(key) } as const;
	// A response with the webhook is what services return for what they have deleted.
	const wanted = wantedIn((found) => webhookKeyIn(found) !== undefined || undefined, key);
	return await sendChange(client, 'Webhook Delete', request, wanted, ({ elements, incomplete }) => {
		const keys = elements.map(webhookKeyIn);
		if (keys.some((other) => sameKey(other, key))) {
			return { is: 'not made', state: 'listed' };
		}
		const isHidden = keys.includes(undefined);
		const reason =
			incomplete ?? (isHidden ? 'The service lists webhooks without a key' : undefined);
		return reason === undefined ? { is: 'made', body: undefined } : { is: 'unknown', reason };
	});
}

const wantedIn = (isMade: Wanted['isMade'], key?: string): Wanted => ({
	key,
	keyOf: webhookKeyIn,
	isMade,
	present: ({ url, events }) => ({ state: JSON.stringify([url, events]) }),
});

async function sendChange(
	client: ServiceClient,
	name: Change['name'],
	request: ServiceRequest,
	wanted: Wanted,
	findingOf: (list: Collected) => Finding,
): Promise<unknown> {
	return await makeChange(client, {
		name,
		request,
		wanted,
		check: async (checking) => findingOf(await listWebhooks(checking, ALL_ENTRIES)),
		place: 'the list of webhooks',
	});
}

export async function findWebhook(
	client: ServiceClient,
	wanted: WebhookBody,
): Promise<IDataObject | undefined> {
	const { elements } = await listWebhooks(client, ALL_ENTRIES);
	return elements.find((element) => isLike(element, wanted));
}

function isLike(
	element: IDataObject,
	wanted: WebhookBody,
	isSame = (url: string) => sameAddress(url, wanted.url),
): boolean {
	const { url, events } = webhookIn(element);
	return isSame(url) && (events === undefined || sameEvents(events, wanted.events));
}

export function sameEvents(some: string[], others: string[]): boolean {
	const [a, b] = [new Set(some), new Set(others)];
	return a.size === b.size && [...a].every((event) => b.has(event));
}
