import type { IDataObject } from 'n8n-workflow';

import { makeChange } from './changes';
import type { Client } from './client';
import type { ServiceRequest } from './exchange';
import { ifShown } from './errors';
import { ALL_ENTRIES, readList, whole, type List } from './lists';
import { keyIn, pathPart } from './values/keys';
import { objectOf, textIn } from './values/objects';

const PATH = 'webhooks/';
const pathOf = (key: string): string => `${PATH}${pathPart(key, 'Webhook')}/`;

export interface WebhookBody {
	url: string;
	events: string[];
}

export interface Webhook {
	key?: string;
	url?: string;
	/** Undefined if the response has none as text. */
	events?: string[];
}

/** In a response or a list. Nobody has shown the fields of a webhook, so its key may have other names. */
export function webhookIn(body: unknown): Webhook {
	const { webhook_key, key, uuid, id, url, events } = objectOf(body);
	const numbered = typeof id === 'number' ? String(id) : id;
	return {
		key: [webhook_key, key, uuid, numbered].map(keyIn).find((one) => one !== undefined),
		url: textIn(url, LONGEST_URL),
		events: isTexts(events) ? events : undefined,
	};
}

const LONGEST_URL = 2_000;
const isTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((one) => typeof one === 'string');

export const listWebhooks = async (client: Client, limit = ALL_ENTRIES): Promise<List> =>
	await readList(client, PATH, undefined, {}, limit);

/** One with the same URL that was there before is another one. */
export async function createWebhook(client: Client, body: WebhookBody): Promise<unknown> {
	// If the list cannot be read, only the response to the change shows it.
	const listed = await ifShown(listWebhooks(client).then(whole));
	const before = listed && new Set(listed.map((one) => webhookIn(one).key));
	const request = { method: 'POST', path: PATH, body: { ...body } } as const;
	return await changeWebhooks(client, request, ({ entries }) =>
		entries.find((one) => before && !before.has(webhookIn(one).key) && isLike(one, body)),
	);
}

/** The API documentation requires both fields in every update. */
export async function updateWebhook(
	client: Client,
	key: string,
	body: WebhookBody,
): Promise<unknown> {
	const request = { method: 'PUT', path: pathOf(key), body: { ...body } } as const;
	return await changeWebhooks(client, request, ({ entries }) =>
		entries.find((one) => webhookIn(one).key === key && isLike(one, body)),
	);
}

export async function deleteWebhook(client: Client, key: string): Promise<unknown> {
	return await changeWebhooks(client, { method: 'DELETE', path: pathOf(key) }, (list) => {
		const keys = whole(list).map((one) => webhookIn(one).key);
		const isGone = !keys.includes(key) && !keys.includes(undefined);
		return isGone ? {} : undefined;
	});
}

async function changeWebhooks(
	client: Client,
	request: ServiceRequest,
	find: (list: List) => IDataObject | undefined,
): Promise<unknown> {
	return await makeChange(client, request, async (checking) => {
		const body = find(await listWebhooks(checking));
		return body && { body };
	});
}

/** Whether it has this URL and, if it shows events, these. */
export function isLike(body: unknown, wanted: WebhookBody): boolean {
	const { url, events } = webhookIn(body);
	return url === wanted.url && (events === undefined || sameEvents(events, wanted.events));
}

export function sameEvents(some: string[], others: string[]): boolean {
	const [a, b] = [new Set(some), new Set(others)];
	return a.size === b.size && [...a].every((event) => b.has(event));
}
