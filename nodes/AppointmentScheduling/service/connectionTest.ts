import type { INodeCredentialTestResult } from 'n8n-workflow';

import { apiPath, validBaseUrl } from './values/addresses';
import { accountZone, validToken, type Credential } from './http/authorization';
import { listIn, WEBHOOK_FIELDS } from './lists/list';
import type { ServiceAnswer } from './http/client';
import { slashRedirect } from './http/response';
import { hasStatus, InputError, ServiceError } from './errors';
import { refusal } from './http/refusal';
import { brokenConnection } from './http/network';
import { masked, shownText, withoutEnd } from './values/text';

/** Sends a GET with the credential's authorization, and follows no redirect. */
type Probe = (url: string, scheme: Credential['webhookAuthScheme']) => Promise<ServiceAnswer>;

/** No appointment has this key. The cheapest request that needs a valid token. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export async function testConnection(
	credential: Credential,
	probe: Probe,
): Promise<INodeCredentialTestResult> {
	try {
		await verify(credential, probe);
		return { status: 'OK', message: 'The service accepted the credential' };
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		const { message, remedy } = isKnown ? error : brokenConnection(error);
		const text = `${withoutEnd(shownText(message), '.')}. ${remedy}`;
		return { status: 'Error', message: shownText(text) };
	}
}

/**
 * The list of webhooks is short. If the service refuses it, the other scheme and an appointment
 * that does not exist show which field is wrong.
 * @throws InputError, ServiceError
 */
async function verify(credential: Credential, probe: Probe): Promise<void> {
	const { accessToken, webhookAuthScheme: scheme } = credential;
	const baseUrl = validBaseUrl(credential.baseUrl);
	validToken(accessToken);
	accountZone(credential.timezone);
	const failureAt = async (path: string, word: typeof scheme) => {
		const url = `${baseUrl}${path}`;
		const answer = await probe(url, word);
		const slash = slashRedirect(url, answer);
		const final = slash ? await probe(`${baseUrl}${slash(path)}`, word) : answer;
		return failureIn(final, baseUrl, accessToken);
	};
	const webhooks = apiPath('webhooks');
	const failure = await failureAt(webhooks, scheme);
	if (!failure) return;
	// The token, the scheme or the path may be wrong. Services differ in which of these they use.
	if (!hasStatus(failure, 401, 403, 404)) throw failure;

	const { status } = failure;
	const other = scheme === 'Basic' ? 'Bearer' : 'Basic';
	if (!(await failureAt(webhooks, other))) {
		throw new ServiceError(
			`The webhook endpoints refuse the scheme ${scheme} (${status}) but accept ${other}`,
			`Choose ${other} as 'Webhook Auth Scheme'.`,
		);
	}
	const nobody = await failureAt(apiPath('appointments', NOBODY), scheme);
	if (hasStatus(nobody, 401, 403)) throw nobody;
	if (status !== 404) {
		throw new ServiceError(
			`The service accepts the token for appointments but not for webhooks (${status})`,
			'Use a token that may manage webhooks.',
		);
	}
	throw new ServiceError(
		`There is a server at ${baseUrl}, but no ${webhooks} (404)`,
		"Check the path in 'Base URL', and that the token may manage webhooks.",
	);
}

function failureIn(
	{ status, headers, body }: ServiceAnswer,
	baseUrl: string,
	token: string,
): ServiceError | undefined {
	if (status >= 400) return refusal(status, body, { token });
	if (status >= 300) {
		return new ServiceError(
			`The service redirects to ${masked(String(headers.location ?? 'another address'), token)}`,
			"Enter the address at which it responds as 'Base URL'",
		);
	}
	try {
		if (status !== 204) listIn(body, WEBHOOK_FIELDS);
		return undefined;
	} catch {
		return new ServiceError(
			`There is a server at ${baseUrl}, but its response (${status}) is not a list of webhooks${typeof body === 'string' ? ' nor JSON' : ''}`,
			"Check 'Base URL'",
		);
	}
}
