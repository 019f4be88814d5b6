import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';

import { displayUrl } from '../../service/addresses';
import type { Client } from '../../service/client';
import { bareAddress } from './urlSecret';

export type Context = IHookFunctions | ITriggerFunctions;

const NAMES = [
	'webhookKey',
	/** The registered URL, without the secret. */
	'webhookUrl',
	/** The Base URL of the service where it is registered. */
	'webhookService',
	/** A digest of the Base URL and the access token. */
	'webhookAccount',
	/** A digest of the secret in the registered URL. */
	'webhookSecret',
] as const;

/** What the trigger stores about its webhook in the workflow's static data. */
export type Stored = Partial<Record<(typeof NAMES)[number], string>>;

export const storedIn = (context: Context): Stored => context.getWorkflowStaticData('node');

/**
 * Sets only what differs. If nothing does, n8n has nothing to save: what it loaded at its start
 * would overwrite what executions have saved since.
 */
export function store(stored: Stored, present: Stored): void {
	for (const name of NAMES) if (stored[name] !== present[name]) stored[name] = present[name];
}

/**
 * Whether it is stored for this URL. In a copy of n8n's database on another machine, it belongs to
 * the original n8n, whose webhook must stay as it is.
 */
export const isStoredFor = (address: string, { webhookUrl = '' }: Stored): boolean =>
	bareAddress(webhookUrl) === bareAddress(address);

/**
 * A webhook under a former URL stays at the service, because this n8n may run on a copy of the
 * database of another one that uses it. At a former service or account, nothing can be deleted.
 * @param found keys of the webhooks that the service had under the present URL
 */
export function warnOfFormer(
	context: Context,
	{ accountId }: Client,
	address: string,
	stored: Stored,
	found: string[],
): void {
	const { webhookUrl, webhookKey, webhookAccount } = stored;
	if (webhookUrl === undefined) return;
	const isFound = webhookKey !== undefined && found.includes(webhookKey);
	if ((isFound || webhookAccount === accountId) && isStoredFor(address, stored)) return;
	const reason =
		", because the URL of this trigger, or 'Base URL' or 'Access Token' of its credential, has changed";
	context.logger.warn(formerText(stored, reason));
}

export function formerText(stored: Stored, reason = ''): string {
	const { webhookUrl = '', webhookKey = 'unknown', webhookService = 'the service' } = stored;
	const name = `${displayUrl(webhookUrl)} (key ${webhookKey})`;
	return `The former webhook ${name} stays at ${webhookService}, unless it was deleted there${reason}. ${ADVICE}.`;
}

const ADVICE =
	'If no other n8n uses it, delete it in the dashboard of the service or with the Delete operation of the Appointment Scheduling node';
