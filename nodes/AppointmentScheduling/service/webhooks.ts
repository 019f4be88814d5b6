import type { IDataObject } from 'n8n-workflow';

import { apiPath, sameAddress } from './values/addresses';
import { isObject, unwrapped, webhookKeyIn } from './values/bodies';
import type { ServiceClient } from './http/client';
import { orAsFound } from './http/uncertain';
import { hasStatus, ServiceError } from './errors';
import { isTemporary } from './http/retry';
import { collect, type Collected } from './lists/collect';

export interface WebhookBody {
	url: string;
	events: string[];
}

/** A registered webhook, read from an answer of any shape. */
export interface Webhook {
	key: string | undefined;
	url: string;
	/** Undefined where the answer does not tell. */
	events: string[] | undefined;
}

const COLLECTION = apiPath('webhooks');
const pathOf = (key: string) => apiPath('webhooks', key);

export async function listWebhooks(client: ServiceClient, limit: number): Promise<Collected> {
	// `key` comes last: some services use it for a kind or a name that several webhooks share.
	return await collect(client, { path: COLLECTION }, limit, ['webhook_key', 'id', 'uuid', 'key']);
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

/** Kinds as the document writes them, or as objects that name them. */
function kindsIn(events: unknown[]): string[] | undefined {
	const kinds = events.map((event) =>
		isObject(event) ? (event.name ?? event.event ?? event.kind ?? event.key) : event,
	);
	return kinds.every((kind) => typeof kind === 'string') ? kinds : undefined;
}

export interface Created {
	/** The answer, or the webhook as the list tells it. */
	answer: unknown;
	/** How many requests were sent; after the first, an earlier one may still take effect. */
	tries: number;
}

/**
 * Creates a webhook. When the answer is lost, the list tells, after the wait, whether the try
 * took; only then is the request repeated, and not at all when the list can't be had.
 */
export async function createWebhook(client: ServiceClient, body: WebhookBody): Promise<Created> {
	const request = { method: 'POST', path: COLLECTION, body: { ...body } } as const;
	for (let attempt = 0; ; attempt += 1) {
		const tries = attempt + 1;
		const answer = await client.request(request).catch(failedInPassing);
		if (!(answer instanceof ServiceError)) return { answer: answer.body, tries };
		await client.backOff(answer, attempt);
		const created = await findWebhook(client, body).catch((error: unknown) => {
			if (error instanceof ServiceError) throw answer;
			throw error;
		});
		if (created) return { answer: created, tries };
		if (attempt >= client.settings.maxRetries || !isTemporary(answer)) throw answer;
	}
}

function failedInPassing(error: unknown): ServiceError {
	const isPassing = error instanceof ServiceError && (error.uncertain || isTemporary(error));
	if (!isPassing) throw error;
	return error;
}

/** The webhook with this address and these events in the list. */
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

/** The document asks for both fields in every update. */
export async function updateWebhook(
	client: ServiceClient,
	key: string,
	{ url, events }: WebhookBody,
): Promise<unknown> {
	const request = client.request({ method: 'PUT', path: pathOf(key), body: { url, events } });
	return await orAsFound(request, async () => {
		const found = await findWebhook(client, { url, events });
		return { isDone: webhookKeyIn(found) === key, body: found };
	});
}

/** Deletes; a webhook that an earlier, unanswered try has deleted is no failure. */
export async function deleteWebhook(client: ServiceClient, key: string): Promise<unknown> {
	const request = client.request({ method: 'DELETE', path: pathOf(key) });
	return await orAsFound(request, async (failure) => {
		if (hasStatus(failure, 404, 410)) return { isDone: true, body: undefined };
		const isAccepted = failure.status !== undefined && failure.status < 300;
		const left = isAccepted ? await allWebhooks(client) : undefined;
		return { isDone: left?.every((webhook) => webhook.key !== key) ?? false, body: undefined };
	});
}

export function sameEvents(some: string[], others: string[]): boolean {
	const [a, b] = [new Set(some), new Set(others)];
	return a.size === b.size && [...a].every((event) => b.has(event));
}
