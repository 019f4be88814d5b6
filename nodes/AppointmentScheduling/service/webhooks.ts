import type { IDataObject } from 'n8n-workflow';

import { apiPath, sameAddress, secretOf } from './values/addresses';
import { unwrapped, webhookKeyIn } from './values/bodies';
import type { ServiceClient, ServiceRequest } from './http/client';
import { makeChange } from './changes/change';
import type { Change, Finding } from './changes/judgment';
import { sameKey } from './values/keys';
import { ALL_ENTRIES, collect, whole, type Collected } from './lists/collect';
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

/** For what decides by the absence of a webhook. @throws ServiceError if the list may lack some */
export async function allWebhooks(client: ServiceClient): Promise<Webhook[]> {
	const advice = 'Delete webhooks that nobody uses, then try again';
	return (await whole(listWebhooks(client, ALL_ENTRIES), advice)).map(webhookIn);
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
	// One that existed before proves nothing. A trigger has just seen that it has none.
	const former = isOwn ? [] : await presentKeys(client);
	const isFormer = (key?: string) => former?.some((known) => sameKey(known, key)) ?? true;
	return await sendChange(
		client,
		{ method: 'POST', path: webhookList.path, body: { ...body } },
		({ status, body: answer }) => {
			const key = webhookKeyIn(answer);
			const isCreated = status === 201 && key !== undefined;
			const isShown = isLike(unwrapped(answer), body, isOwn);
			const isNew = key === undefined || former === undefined || !isFormer(key);
			return isCreated || (isShown && isNew) ? made(answer) : { is: 'unknown' };
		},
		({ elements, incomplete }) => {
			const found = elements.find(
				(element) => isLike(element, body, isOwn) && !isFormer(webhookKeyIn(element)),
			);
			if (found) return made(found);
			return incomplete === undefined ? notMade('absent') : unknown(incomplete);
		},
		isOwn ? { isRepeatable: true } : { harmsTwice: true },
	);
}

/** Undefined if the list cannot be read: then only the response to the change shows it. */
async function presentKeys(client: ServiceClient): Promise<Array<string | undefined> | undefined> {
	return await allWebhooks(client.forChecks()).then(
		(webhooks) => webhooks.map(({ key }) => key),
		() => undefined,
	);
}

/** The API documentation requires both fields in every update. */
export async function updateWebhook(
	client: ServiceClient,
	key: string,
	{ url, events }: WebhookBody,
	isOwn?: (url: string) => boolean,
): Promise<unknown> {
	hideSecret(client, url);
	const findingIn = (found: unknown): Finding => {
		if (isLike(unwrapped(found), { url, events }, isOwn)) return made(found);
		const { url: shown, events: listed } = unwrapped(found);
		return notMade(JSON.stringify([shown, listed]));
	};
	return await sendChange(
		client,
		{ method: 'PUT', path: pathOf(key), body: { url, events } },
		({ body }) => (sameKey(webhookKeyIn(body) ?? key, key) ? findingIn(body) : { is: 'unknown' }),
		({ elements, incomplete }) => {
			const found = elements.find((element) => sameKey(webhookKeyIn(element), key));
			return found
				? findingIn(found)
				: unknown(incomplete ?? 'The service does not list the webhook');
		},
	);
}

export async function deleteWebhook(client: ServiceClient, key: string): Promise<unknown> {
	return await sendChange(
		client,
		{ method: 'DELETE', path: pathOf(key) },
		// A response with the webhook is what services return for what they have deleted.
		({ body }) => (sameKey(webhookKeyIn(body), key) ? made(body) : { is: 'unknown' }),
		({ elements, incomplete }) => {
			const keys = elements.map(webhookKeyIn);
			if (keys.some((other) => sameKey(other, key))) return notMade('listed');
			if (keys.includes(undefined)) return unknown('The service lists webhooks without a key');
			return incomplete === undefined ? made(undefined) : unknown(incomplete);
		},
	);
}

const made = (body: unknown): Finding => ({ is: 'made', body });
const notMade = (state: string): Finding => ({ is: 'not made', state });
const unknown = (reason: string): Finding => ({ is: 'unknown', reason });

async function sendChange(
	client: ServiceClient,
	request: ServiceRequest,
	findingIn: Change['findingIn'],
	findingOf: (list: Collected) => Finding,
	kind: Pick<Change, 'harmsTwice' | 'isRepeatable'> = {},
): Promise<unknown> {
	return await makeChange(client, {
		request,
		findingIn,
		check: async (checking) => findingOf(await listWebhooks(checking, ALL_ENTRIES)),
		place: 'the list of webhooks',
		...kind,
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
