import { makeChange } from './changes/change';
import type { Change, Finding } from './changes/judgment';
import type { ServiceClient } from './http/client';
import type { ServiceRequest } from './http/line';
import type { Collected } from './lists/collect';
import { ALL_ENTRIES } from './lists/list';
import { apiPath } from './values/addresses';
import { unwrapped, webhookKeyIn } from './values/bodies';
import { sameKey } from './values/keys';
import { hideSecret, isLike, listWebhooks, webhookList, type WebhookBody } from './webhooks';

const pathOf = (key: string) => apiPath('webhooks', key);

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

/** Undefined if the list cannot be read, or lacks some: then only the response to the change shows it. */
async function presentKeys(client: ServiceClient): Promise<Array<string | undefined> | undefined> {
	const list = await listWebhooks(client.forChecks(), ALL_ENTRIES).catch(() => undefined);
	if (list?.incomplete !== undefined && !list.isGuess) return undefined;
	return list?.elements.map(webhookKeyIn);
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
		const reason = 'The service does not show the URL of the webhook';
		return shown === undefined ? unknown(reason) : notMade(JSON.stringify([shown, listed]));
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
