import { sameAddress } from '../service/values/addresses';
import { webhookKeyIn } from '../service/values/bodies';
import type { ServiceClient } from '../service/http/client';
import { hasStatus, ServiceError } from '../service/errors';
import { serviceWords } from '../service/http/refusal';
import {
	allWebhooks,
	createWebhook,
	deleteWebhook,
	sameEvents,
	updateWebhook,
	webhookIn,
	type Webhook,
	type WebhookBody,
} from '../service/webhooks';
import { wait } from '../service/http/wait';
import type { Kept } from './stored';
import { bareAddress, newSecret, secretOf, withSecret } from './urlSecret';

/** A try that was given up may take effect this much later. */
const LATE_MS = 1_500;

/** What an active trigger has at the service: one webhook for its own address. */
export interface Wanted {
	/** The callback address, without secret. */
	address: string;
	events: string[];
	urlSecret: boolean;
}

/**
 * Webhooks of this trigger at the service: those of its address, or of the one it had before. In a
 * list that tells no addresses, the one with the key it was given; in one that tells no keys, that
 * key is the one of its address.
 */
export function ownWebhooks(webhooks: Webhook[], address: string, kept: Kept): Webhook[] {
	const addresses = [address, kept.webhookUrl ?? address].map(bareAddress);
	const isKept = ({ key }: Webhook) => key !== undefined && key === kept.webhookKey;
	const own = webhooks.filter((webhook) =>
		webhook.url === '' || webhook.url === kept.listedUrl
			? isKept(webhook)
			: addresses.includes(bareAddress(webhook.url)),
	);
	const keyless = webhooks.some(isKept) ? undefined : own.find(({ key }) => key === undefined);
	const keyed = own.map((webhook) =>
		webhook === keyless ? { ...webhook, key: kept.webhookKey } : webhook,
	);
	return [...keyed.filter(isKept), ...keyed.filter((webhook) => !isKept(webhook))];
}

/** A list may be cut short: the webhook of the kept key may be there though the list has it not. */
const isUnlisted = (webhooks: Webhook[], own: Webhook[], { webhookKey }: Kept): boolean =>
	webhookKey !== undefined && ![...webhooks, ...own].some(({ key }) => key === webhookKey);

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
	const webhooks = await allWebhooks(client);
	const own = ownWebhooks(webhooks, wanted.address, kept);
	const known = own.map(({ url }) => secretOf(url)).find((secret) => secret !== undefined);
	const secret = wanted.urlSecret ? (known ?? kept.secret ?? newSecret()) : undefined;
	const body = bodyFor(wanted, secret);
	const isThere = (url: string) =>
		sameAddress(url, body.url) || (url === kept.listedUrl && kept.webhookUrl === body.url);
	const isRight = ({ url, events }: Webhook) =>
		isThere(url) && events !== undefined && sameEvents(events, body.events);
	const best = own.find(isRight) ?? own.find(({ key }) => key !== undefined) ?? own[0];
	if (!best) {
		if (!isUnlisted(webhooks, own, kept)) return undefined;
		return await change(client, { key: kept.webhookKey, url: body.url }, body, mayBeGone);
	}
	for (const { key } of own) if (key !== undefined && key !== best.key) await remove(client, key);
	if (!isRight(best)) return await change(client, best, body, isGone);
	const { listedUrl } = kept;
	return { webhookKey: best.key, webhookUrl: body.url, listedUrl, secret };
}

const isGone = (error: unknown): boolean => hasStatus(error, 404, 410);
/** What answers to a change of a webhook that is perhaps not there may mean that it is not. */
const mayBeGone = (error: unknown): boolean => isGone(error) || hasStatus(error, 400, 405, 422);

async function change(
	client: ServiceClient,
	{ key, url }: Pick<Webhook, 'key' | 'url'>,
	body: WebhookBody,
	isNone: (error: unknown) => boolean,
): Promise<Kept | undefined> {
	if (key === undefined) throw keyless(url);
	return await updateWebhook(client, key, body).then(
		async (answer) => await keptAs(client, key, body, answer),
		(error: unknown) => {
			if (isNone(error)) return undefined;
			throw error;
		},
	);
}

const keyless = (url: string) =>
	new ServiceError(
		`The service lists the webhook ${bareAddress(url)} without a key, so it can be neither changed nor deleted`,
		'Delete this webhook in the dashboard of the service, then activate the workflow again',
	);

/** What is kept of a webhook whose key is known; the list tells its address where the answer does not. */
async function keptAs(
	client: ServiceClient,
	webhookKey: string,
	body: WebhookBody,
	answer: unknown,
): Promise<Kept> {
	if (webhookIn(answer).url !== '') return keptFrom(webhookKey, body, answer);
	const webhooks = await allWebhooks(client).catch((error: unknown) => {
		if (error instanceof ServiceError) return [];
		throw error;
	});
	return keptFrom(
		webhookKey,
		body,
		webhooks.find(({ key }) => key === webhookKey),
	);
}

function keptFrom(webhookKey: string | undefined, { url }: WebhookBody, answer: unknown): Kept {
	const listedUrl = webhookIn(answer).url;
	return {
		webhookKey,
		webhookUrl: url,
		...(listedUrl !== '' && listedUrl !== url && { listedUrl }),
		secret: secretOf(url),
	};
}

/**
 * Registers the webhook. When the service refuses because the address is taken, the one that is
 * there is taken over; where more than one try was needed, an earlier one may have taken effect
 * late, and only one is left.
 * @throws ServiceError in the service's words, also when a webhook was answered to that is nowhere
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
	const { answer, tries } = attempt.created;
	const key = webhookKeyIn(answer);
	if (key !== undefined && tries === 1) return await keptAs(client, key, body, answer);
	const made = keptFrom(key, body, answer);
	if (tries > 1) await wait(LATE_MS, client.settings.signal);
	const merged = { ...kept, ...made };
	const found = await reconcile(client, wanted, merged);
	if (found) return found;
	if (key !== undefined) return made;
	await wait(LATE_MS, client.settings.signal);
	const foundLate = await reconcile(client, wanted, merged);
	if (!foundLate) throw nowhere(answer);
	return foundLate;
}

function nowhere(answer: unknown): ServiceError {
	const words = serviceWords(answer);
	return new ServiceError(
		`The service answered the request for a webhook without a key, and does not list the webhook${words === '' ? '' : `: ${words}`}`,
		'Look in the dashboard of the service whether it takes in webhooks, and delete those of this address',
	);
}

/**
 * Deletes this trigger's webhooks; what is gone already is gone. When the list can't be had, the
 * known key has to do.
 * @throws ServiceError when one of them is left
 */
export async function unregister(
	client: ServiceClient,
	address: string,
	kept: Kept,
): Promise<void> {
	const webhooks = await allWebhooks(client).catch((error: unknown) => {
		if (kept.webhookKey === undefined) throw error;
		return [];
	});
	const own = ownWebhooks(webhooks, address, kept);
	const failures: unknown[] = [];
	for (const { key, url } of own) {
		if (key === undefined) failures.push(keyless(url));
		else await remove(client, key).catch((error: unknown) => failures.push(error));
	}
	if (kept.webhookKey !== undefined && isUnlisted(webhooks, own, kept)) {
		await remove(client, kept.webhookKey).catch((error: unknown) => failures.push(error));
	}
	if (failures.length > 0) throw failures[0];
}

async function remove(client: ServiceClient, key: string): Promise<void> {
	await deleteWebhook(client, key).catch((error: unknown) => {
		if (!hasStatus(error, 404, 410)) throw error;
	});
}

function bodyFor({ address, events }: Wanted, secret: string | undefined): WebhookBody {
	return { url: secret === undefined ? address : withSecret(address, secret), events };
}
