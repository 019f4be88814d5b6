import type { IDataObject } from 'n8n-workflow';

import { apiPath, sameAddress, secretOf } from './values/addresses';
import { unwrapped, webhookKeyIn } from './values/bodies';
import type { ServiceClient } from './http/client';
import { collect, type Collected } from './lists/collect';
import { WEBHOOK_FIELDS } from './lists/list';
import type { List } from './lists/page';

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

export function webhookIn(body: unknown): Webhook {
	const { url, events } = unwrapped(body);
	return {
		key: webhookKeyIn(body),
		url: isText(url) ? url : '',
		events: Array.isArray(events) && events.every(isText) ? events : undefined,
	};
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether it has this URL and, if it shows events, these. */
export function isLike(
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
