import type { INodeCredentialTestResult } from 'n8n-workflow';

import { apiPath, validBaseUrl } from './values/addresses';
import { accountZone, validToken, type Credential } from './http/authorization';
import { listIn } from './values/bodies';
import type { ServiceAnswer } from './http/client';
import { hasStatus, InputError, ServiceError } from './errors';
import { refusal } from './http/refusal';
import { brokenConnection } from './http/network';
import { masked, shownText, withoutEnd } from './values/text';

/** Sends a GET with the credential's authorization. Returns every response as it is, also redirects. */
type Probe = (url: string, scheme: Credential['webhookAuthScheme']) => Promise<ServiceAnswer>;

/** No appointment has this key. The cheapest request that needs a valid token. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Tests the credential with the list of webhooks, which is short. If the service refuses it, the
 * other scheme and an appointment that does not exist show which field is wrong.
 */
export async function testConnection(
	credential: Credential,
	probe: Probe,
): Promise<INodeCredentialTestResult> {
	try {
		const baseUrl = validBaseUrl(credential.baseUrl);
		validToken(credential.accessToken);
		accountZone(credential.timezone);
		const failureOf = async (path: string, scheme: Credential['webhookAuthScheme']) =>
			failureIn(await probe(`${baseUrl}${path}`, scheme), baseUrl, credential.accessToken);
		const scheme = credential.webhookAuthScheme;
		const failure = await failureOf(apiPath('webhooks'), scheme);
		if (!failure) return { status: 'OK', message: 'The service accepted the credential' };
		// The token, the scheme or the path may be wrong. Services differ in which of these they use.
		if (!hasStatus(failure, 401, 403, 404)) return failed(sentence(failure));

		const { status } = failure;
		const other = scheme === 'Basic' ? 'Bearer' : 'Basic';
		if (!(await failureOf(apiPath('webhooks'), other))) {
			return failed(
				`The webhook endpoints refuse the scheme ${scheme} (${status}) but accept ${other}. Choose ${other} as 'Webhook Auth Scheme'.`,
			);
		}
		const nobody = await failureOf(apiPath('appointments', NOBODY), scheme);
		if (nobody && hasStatus(nobody, 401, 403)) return failed(sentence(nobody));
		if (status === 404) {
			return failed(
				`There is a server at ${baseUrl}, but no ${apiPath('webhooks')} (404). Check the path in 'Base URL', and that the token may manage webhooks.`,
			);
		}
		return failed(
			`The service accepts the token for appointments but not for webhooks (${status}). Use a token that may manage webhooks.`,
		);
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		return failed(sentence(isKnown ? error : brokenConnection(error)));
	}
}

/** Undefined for a list of webhooks. */
function failureIn(
	answer: ServiceAnswer,
	baseUrl: string,
	token: string,
): ServiceError | undefined {
	const { status, headers, body } = answer;
	if (status >= 400) return refusal(status, body, { token });
	if (status >= 300) {
		return new ServiceError(
			`The service redirects to ${masked(String(headers.location ?? 'another address'), token)}`,
			"Enter the address at which it responds as 'Base URL'",
		);
	}
	if (status === 204 || isList(body)) return undefined;
	return new ServiceError(
		`There is a server at ${baseUrl}, but its response (${status}) is not a list of webhooks${typeof body === 'string' ? ' nor JSON' : ''}`,
		"Check 'Base URL'",
	);
}

function isList(body: unknown): boolean {
	try {
		listIn(body);
		return true;
	} catch {
		return false;
	}
}

const sentence = ({ message, remedy }: InputError | ServiceError): string =>
	`${withoutEnd(shownText(message), '.')}. ${remedy}`;

const failed = (message: string): INodeCredentialTestResult => ({
	status: 'Error',
	message: shownText(message),
});
