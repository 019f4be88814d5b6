import type { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { validBaseUrl } from '../service/addresses';
import { tokenIn, validToken, type Credential } from '../service/authorization';
import { Client } from '../service/client';
import { isZone } from '../service/values/zones';
import { ONLY_USER, withModelAdvice } from '../service/errors';
import type { Account } from '../service/exchange';

export const CREDENTIAL = 'appointmentSchedulingApi';
/** A shorter one is a word that messages may contain. */
const SHORTEST_SECRET = 6;

/**
 * With the credential as n8n resolves it for the item, because it may contain expressions.
 * @throws InputError if the credential is not usable
 */
export async function connect(
	context: IAllExecuteFunctions,
	limits?: ConstructorParameters<typeof Client>[2],
	itemIndex?: number,
): Promise<Client> {
	const data = await context.getCredentials<Credential>(CREDENTIAL, itemIndex);
	const { httpRequestWithAuthentication } = context.helpers;
	// Without it, request-helpers/authentication.js reads and decrypts the credential for every request.
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data: { ...data } };
	return new Client(
		async (options) =>
			(await httpRequestWithAuthentication.call(context, CREDENTIAL, withOwnSignal(options), {
				credentialsDecrypted,
			})) as IN8nHttpFullResponse,
		accountIn(data),
		limits,
	);
}

/** @throws InputError */
export function accountIn({ baseUrl, accessToken, timezone, webhookSecret }: Credential): Account {
	const zone = typeof timezone === 'string' ? timezone.trim() : '';
	const needed = withModelAdvice(ONLY_USER, () => ({
		baseUrl: validBaseUrl(baseUrl),
		token: validToken(accessToken),
	}));
	return {
		...needed,
		timezone,
		...(isZone(zone) && { zone }),
		secrets: [tokenIn(webhookSecret)].filter(({ length }) => length >= SHORTEST_SECRET),
	};
}

/**
 * In executions, n8n-core's request-helpers/authentication.js replaces `abortSignal`, and a response
 * that never ends would be read on and on.
 */
const withOwnSignal = ({ abortSignal, ...options }: IHttpRequestOptions): IHttpRequestOptions =>
	Object.defineProperty(options, 'abortSignal', {
		enumerable: true,
		get: () => abortSignal,
		set: () => undefined,
	});
