import type { IDataObject } from 'n8n-workflow';

import { apiPath, sameAddress } from './values/addresses';
import { isObject, unwrapped, webhookKeyIn } from './values/bodies';
import type { ServiceClient } from './http/client';
import { makeChange } from './http/change';
import { sameKey } from './values/keys';
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
const SHOWN_IN = 'the list of webhooks';

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

/** Creates a webhook. Sent twice, the request might create two. */
export async function createWebhook(client: ServiceClient, body: WebhookBody): Promise<unknown> {
	return await makeChange(client, {
		request: { method: 'POST', path: COLLECTION, body: { ...body } },
		repeats: false,
		shownIn: SHOWN_IN,
		check: async () => {
			const { found, reason } = await find(client, isLike(body));
			return { isMade: found !== undefined || (reason ? undefined : false), body: found, reason };
		},
	});
}

/** The webhook with this URL and these events in the list. */
export const findWebhook = async (
	client: ServiceClient,
	wanted: WebhookBody,
): Promise<IDataObject | undefined> => (await find(client, isLike(wanted))).found;

/** The API documentation requires both fields in every update. */
export async function updateWebhook(
	client: ServiceClient,
	key: string,
	{ url, events }: WebhookBody,
): Promise<unknown> {
	return await makeChange(client, {
		request: { method: 'PUT', path: pathOf(key), body: { url, events } },
		repeats: true,
		shownIn: SHOWN_IN,
		check: async () => {
			const { found, reason } = await find(client, hasKey(key));
			return { isMade: found && isLike({ url, events })(webhookIn(found)), body: found, reason };
		},
	});
}

export async function deleteWebhook(client: ServiceClient, key: string): Promise<unknown> {
	return await makeChange(client, {
		request: { method: 'DELETE', path: pathOf(key) },
		repeats: true,
		shownIn: SHOWN_IN,
		check: async () => {
			const { found, reason } = await find(client, hasKey(key));
			return { isMade: found ? false : reason ? undefined : true, reason };
		},
	});
}

/** A webhook in the list. If there is none, `reason` says why it may exist all the same. */
async function find(
	client: ServiceClient,
	isWanted: (webhook: Webhook) => boolean,
): Promise<{ found?: IDataObject; reason?: string }> {
	const { elements, incomplete } = await listWebhooks(client, Infinity);
	const found = elements.find((element) => isWanted(webhookIn(element)));
	const hasKeys = elements.every((element) => webhookKeyIn(element) !== undefined);
	return {
		found,
		reason: incomplete ?? (hasKeys ? undefined : 'The service lists webhooks without a key'),
	};
}

const hasKey =
	(wanted: string) =>
	({ key }: Webhook): boolean =>
		sameKey(key, wanted);

const isLike =
	(wanted: WebhookBody) =>
	({ url, events }: Webhook): boolean =>
		sameAddress(url, wanted.url) && (events === undefined || sameEvents(events, wanted.events));

export function sameEvents(some: string[], others: string[]): boolean {
	const [a, b] = [new Set(some), new Set(others)];
	return a.size === b.size && [...a].every((event) => b.has(event));
}
