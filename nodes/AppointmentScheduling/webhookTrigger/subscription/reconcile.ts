import { hasStatus, ServiceError } from '../../service/core/errors';
import type { ServiceClient } from '../../service/http/client';
import { ALL_ENTRIES } from '../../service/lists/list';
import { displayUrl, sameAddress, secretOf } from '../../service/values/addresses';
import { createWebhook, deleteWebhook, updateWebhook } from '../../service/webhookChanges';
import {
	listWebhooks,
	sameEvents,
	webhookIn,
	type Webhook,
	type WebhookBody,
} from '../../service/webhooks';
import { bareAddress } from './urlSecret';

/** What to do about a list that may lack webhooks. */
const OTHER_LENGTH =
	'Delete webhooks that nobody uses, or add one, so that the list has another length';

/** What the trigger stores about its webhook in the workflow's static data. */
export interface Stored {
	webhookKey?: string;
	/** The registered URL, without the secret. */
	webhookUrl?: string;
	/** The Base URL of the service where it is registered. */
	webhookService?: string;
	/** A digest of the Base URL and the access token. */
	webhookAccount?: string;
	/** A digest of the secret in the registered URL. */
	webhookSecret?: string;
}

export const STORED = [
	...(['webhookKey', 'webhookUrl', 'webhookService', 'webhookAccount', 'webhookSecret'] as const),
];

/**
 * Whether it is stored for this URL. In a copy of n8n's database on another machine, it belongs to
 * the original n8n, whose webhook must stay as it is.
 */
export const isStoredFor = (address: string, { webhookUrl = '' }: Stored): boolean =>
	isAt(address)(webhookUrl);

/** Services may rewrite the query. `confirmedKey` then looks for the secret. */
const isAt = (address: string) => (url: string) => bareAddress(url) === bareAddress(address);

/**
 * The webhooks listed under this trigger's URL. All others belong to somebody else, whatever their
 * key. Only if the list has no URLs, or may lack ours, do we rely on the stored key, provided it was
 * stored for this URL.
 * @throws ServiceError if there is none in a list of which a part is known to be missing
 */
async function ownWebhooks(
	client: ServiceClient,
	address: string,
	stored: Stored = {},
): Promise<Webhook[]> {
	const { elements, incomplete, isGuess } = await listWebhooks(client, ALL_ENTRIES);
	const webhooks = elements.map(webhookIn);
	const own = webhooks.filter(({ url }) => isAt(address)(url));
	const storedKey = isStoredFor(address, stored) ? stored.webhookKey : undefined;
	const isOpen = own.length === 0 && incomplete !== undefined;
	if (storedKey !== undefined && (isOpen || webhooks.every(({ url }) => url === ''))) {
		return [{ key: storedKey, url: '', events: undefined }];
	}
	// A list of ten with nothing beside it is probably whole. A second webhook does less harm than none.
	if (isOpen && !isGuess) throw new ServiceError(incomplete, OTHER_LENGTH);
	return own.map((webhook) => ({ ...webhook, key: webhook.key ?? storedKey }));
}

/** Leaves one webhook, with the wanted URL and events. @throws ServiceError */
export async function ensureWebhook(
	client: ServiceClient,
	wanted: WebhookBody,
	stored: Stored,
): Promise<{ key: string | undefined; isNew: boolean }> {
	const own = await ownWebhooks(client, wanted.url, stored);
	const isRight = ({ url, events = [] }: Webhook) =>
		sameAddress(url, wanted.url) && sameEvents(events, wanted.events);
	const best = own.find(isRight) ?? own[0];
	for (const other of own) if (other.key !== best?.key) await remove(client, other);
	if (best && isRight(best)) return { key: best.key, isNew: false };
	const isNew = !best || !(await update(client, best, wanted));
	const { key } = isNew ? webhookIn(await createWebhook(client, wanted, isAt(wanted.url))) : best;
	return { key: await confirmedKey(client, wanted, key), isNew };
}

/** False if it no longer exists. Services refuse an unknown key in many ways, but know a listed one. */
async function update(
	client: ServiceClient,
	webhook: Webhook,
	wanted: WebhookBody,
): Promise<boolean> {
	const gone = webhook.url === '' ? [400, 404, 405, 410, 422] : [404, 410];
	return await unlessGone(
		updateWebhook(client, requiredKey(webhook), wanted, isAt(wanted.url)),
		gone,
	);
}

/** @returns the keys of those that the service still had. @throws ServiceError if one of them remains */
export async function deleteWebhooks(
	client: ServiceClient,
	address: string,
	stored: Stored,
): Promise<Array<string | undefined>> {
	const own = await ownWebhooks(client, address, stored);
	const outcomes = await Promise.all(own.map(async (webhook) => await remove(client, webhook)));
	return own.filter((_webhook, index) => outcomes[index]).map(({ key }) => key);
}

/** False if it no longer exists. */
const remove = async (client: ServiceClient, webhook: Webhook): Promise<boolean> =>
	await unlessGone(deleteWebhook(client, requiredKey(webhook)), [404, 410]);

async function unlessGone(change: Promise<unknown>, gone: number[]): Promise<boolean> {
	return await change.then(
		() => true,
		(error: unknown) => {
			if (hasStatus(error, ...gone)) return false;
			throw error;
		},
	);
}

/** @throws ServiceError */
function requiredKey({ key, url }: Webhook): string {
	if (key !== undefined) return key;
	throw new ServiceError(
		`The service lists the webhook ${displayUrl(url)} without a key, so the node can neither change nor delete it`,
		'Delete this webhook in the dashboard of the service, then try again',
	);
}

/** From the list, if the response has none. @throws ServiceError if deliveries would lack the secret */
async function confirmedKey(
	client: ServiceClient,
	{ url: wanted }: WebhookBody,
	key: string | undefined,
): Promise<string | undefined> {
	const hasSecret = secretOf(wanted) !== undefined;
	if (key !== undefined && !hasSecret) return key;
	const own = await ownWebhooks(client, wanted);
	if (hasSecret && own.some(({ url }) => secretOf(url) === undefined)) {
		throw new ServiceError(
			'The service dropped the secret from the webhook URL, so its deliveries would be refused',
			"Turn off 'URL Secret' in the options of the trigger, and choose 'Each Change', which believes no notification",
		);
	}
	return key ?? own[0]?.key;
}
