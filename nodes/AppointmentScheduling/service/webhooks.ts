import type { IDataObject } from 'n8n-workflow';

import { apiPath, sameAddress } from './values/addresses';
import { isObject, unwrapped, webhookKeyIn } from './values/bodies';
import type { ServiceClient } from './http/client';
import { hasStatus, type ServiceError } from './errors';
import { collect, type Collected } from './lists/collect';

export interface WebhookBody {
	url: string;
	events: string[];
}

/** A registered webhook, read from a response of any shape. */
export interface Webhook {
	key: string | undefined;
	url: string;
	/** Undefined if the response has none. */
	events: string[] | undefined;
}

const COLLECTION = apiPath('webhooks');
const pathOf = (key: string) => apiPath('webhooks', key);

export async function listWebhooks(client: ServiceClient, limit: number): Promise<Collected> {
	// `key` comes last: some services use it for a kind or a name, which several webhooks may have.
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
		url: typeof url === 'string' ? url : '',
		events: Array.isArray(events) ? kindsIn(events) : undefined,
	};
}

/** Kinds as text, as in the document, or as objects with a name. */
function kindsIn(events: unknown[]): string[] | undefined {
	const kinds = events.map((event) =>
		isObject(event) ? (event.name ?? event.event ?? event.kind ?? event.key) : event,
	);
	return kinds.every((kind) => typeof kind === 'string') ? kinds : undefined;
}

export interface Created {
	/** The response, or the webhook from the list. */
	answer: unknown;
	/** More than one if an earlier request may still take effect. */
	tries: number;
}

/**
 * Creates a webhook. If the response is lost, the request is repeated only if, after a wait, the
 * list does not contain the webhook.
 */
export async function createWebhook(client: ServiceClient, body: WebhookBody): Promise<Created> {
	let tries = 1;
	const { body: answer } = await client.request({
		method: 'POST',
		path: COLLECTION,
		body: { ...body },
		checkBeforeRetry: true,
		check: async () => {
			const created = await findWebhook(client, body);
			if (!created) tries += 1;
			return { isMade: created !== undefined, body: created };
		},
	});
	return { answer, tries };
}

/** The webhook with this URL and these events in the list. */
export async function findWebhook(
	client: ServiceClient,
	wanted: WebhookBody,
): Promise<IDataObject | undefined> {
	const { elements } = await listWebhooks(client, Infinity);
	return elements.find((element) => {
		const { url, events } = webhookIn(element);
		return (
			sameAddress(url, wanted.url) && (events === undefined || sameEvents(events, wanted.events))
		);
	});
}

/** The document requires both fields in every update. */
export async function updateWebhook(
	client: ServiceClient,
	key: string,
	{ url, events }: WebhookBody,
): Promise<unknown> {
	const check = async () => {
		const found = await findWebhook(client, { url, events });
		return { isMade: webhookKeyIn(found) === key, body: found };
	};
	const body = { url, events };
	return (await client.request({ method: 'PUT', path: pathOf(key), body, check })).body;
}

/** Deletes a webhook. If an earlier request whose response was lost has deleted it, that is a success. */
export async function deleteWebhook(client: ServiceClient, key: string): Promise<unknown> {
	const check = async (failure: ServiceError) => {
		if (hasStatus(failure, 404, 410)) return { isMade: true };
		const isAccepted = failure.status !== undefined && failure.status < 300;
		const left = isAccepted ? await allWebhooks(client) : undefined;
		return { isMade: left?.every((webhook) => webhook.key !== key) };
	};
	return (await client.request({ method: 'DELETE', path: pathOf(key), check })).body;
}

export function sameEvents(some: string[], others: string[]): boolean {
	const [a, b] = [new Set(some), new Set(others)];
	return a.size === b.size && [...a].every((event) => b.has(event));
}
