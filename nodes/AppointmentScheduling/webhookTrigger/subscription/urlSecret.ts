import { createHash, createHmac, timingSafeEqual } from 'crypto';

import type { IWebhookFunctions } from 'n8n-workflow';

import { connect, CREDENTIAL } from '../../n8n/connect';
import { canonicalAddress, displayUrl } from '../../service/addresses';
import { tokenIn, type Credential } from '../../service/authorization';

const PARAMETER = 'secret';
const LENGTH = 32;

/**
 * The secret of a webhook URL. It needs no storage, and nobody without the token can compute it. It
 * depends on the end of the path, because `webhook()` does not see whether it has the test URL.
 */
export const derivedSecret = (accessToken: string, address: string): string =>
	createHmac('sha256', accessToken)
		.update(new URL(address).pathname.split('/').slice(-2).join('/'))
		.digest('base64url')
		.slice(0, LENGTH);

export function withSecret(address: string, secret: string): string {
	const url = new URL(address);
	url.searchParams.set(PARAMETER, secret);
	return url.href;
}

/**
 * The URL as HTTPS and without its query, which has the secret: webhooks with the same one belong to
 * the same trigger.
 */
export const bareAddress = (address: string): string =>
	canonicalAddress(displayUrl(address).replace(/^http:/i, 'https:'));

/** What is stored of a secret. */
export const digestOfSecret = (secret: string): string =>
	createHash('sha256').update(secret).digest('base64url');

/** Compares in constant time. */
function isSecret(given: unknown, digest: unknown): boolean {
	if (typeof given !== 'string' || typeof digest !== 'string') return false;
	const [one, other] = [digestOfSecret(given), digest].map((text) => Buffer.from(text));
	return one?.length === other?.length && timingSafeEqual(one!, other!);
}

/**
 * Whether a delivery has the secret that was registered or, if another process has registered another
 * one, that of the present token. The service is not asked, because anyone can send a wrong one.
 * @throws InputError if the credential is not usable
 */
export async function hasUrlSecret(context: IWebhookFunctions): Promise<boolean> {
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	if (isSecret(given, context.getWorkflowStaticData('node').webhookSecret)) return true;
	const { account } = await connect(context);
	const address = context.getNodeWebhookUrl('default') ?? '';
	return isSecret(given, digestOfSecret(derivedSecret(account.token, address)));
}

/** By Hand: whether a delivery has the Webhook Secret of the credential, if that has one. */
export async function hasHeaderSecret(context: IWebhookFunctions): Promise<boolean> {
	const { webhookSecret } = await context.getCredentials<Credential>(CREDENTIAL);
	const secret = tokenIn(webhookSecret);
	const [, given] = /^Bearer +(\S.*)$/i.exec(context.getHeaderData().authorization ?? '') ?? [];
	return secret === '' || isSecret(given?.trim(), digestOfSecret(secret));
}
