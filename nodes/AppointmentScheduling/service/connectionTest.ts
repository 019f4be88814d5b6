import type { INodeCredentialTestResult } from 'n8n-workflow';

import { apiPath, validBaseUrl } from './values/addresses';
import { accountZone, validToken, type Credential } from './http/authorization';
import { listIn } from './values/bodies';
import type { ServiceAnswer } from './http/client';
import { InputError, ServiceError } from './errors';
import { masked, refusal } from './http/refusal';
import { brokenConnection } from './http/network';

/** Sends a GET with the credential's authorization and gives back every answer as it is, redirects too. */
type Probe = (url: string, scheme: Credential['webhookAuthScheme']) => Promise<ServiceAnswer>;

type Finding =
	| { kind: 'ok' }
	| { kind: 'refused'; status: number; failure: ServiceError }
	| { kind: 'wrong'; message: string };

/** A key that no appointment has: the cheapest request that needs a valid token and lists nothing. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Tries the credential: the list of webhooks, which is short, in the scheme it says; where that
 * is refused, an appointment that does not exist tells a wrong token from a wrong scheme.
 */
export async function testConnection(
	credential: Credential,
	probe: Probe,
): Promise<INodeCredentialTestResult> {
	try {
		const baseUrl = validBaseUrl(credential.baseUrl);
		validToken(credential.accessToken);
		accountZone(credential.timezone);
		const scheme = credential.webhookAuthScheme;
		const webhooks = `${baseUrl}${apiPath('webhooks')}`;
		const found = judge(await probe(webhooks, scheme), baseUrl, credential.accessToken);
		if (found.kind === 'ok')
			return { status: 'OK', message: 'The service accepted the credential' };
		if (found.kind === 'wrong') return failed(found.message);

		const other = scheme === 'Basic' ? 'Bearer' : 'Basic';
		if (judge(await probe(webhooks, other), baseUrl, credential.accessToken).kind === 'ok') {
			return failed(
				`The webhook endpoints refuse the scheme ${scheme} (${found.status}) but accept ${other}. Choose ${other} as 'Webhook Auth Scheme'.`,
			);
		}
		const { status } = await probe(`${baseUrl}${apiPath('appointments', NOBODY)}`, scheme);
		if (status === 404 || status < 300) {
			return failed(
				`The service accepts the token for appointments but not for webhooks (${found.status}). Use a token that may manage webhooks.`,
			);
		}
		return failed(told(found.failure));
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		return failed(told(isKnown ? error : brokenConnection(error)));
	}
}

function judge(answer: ServiceAnswer, baseUrl: string, token: string): Finding {
	const { status, headers, body } = answer;
	if (status === 401 || status === 403) {
		return {
			kind: 'refused',
			status,
			failure: refusal(status, body, { secret: token, path: apiPath('webhooks') }),
		};
	}
	if (status >= 300 && status <= 399) {
		return wrong(
			`The service redirects to ${masked(String(headers.location ?? 'another address'), token)}. Enter that address as 'Base URL'.`,
		);
	}
	if (status === 404) {
		return wrong(
			`There is a server at ${baseUrl}, but no ${apiPath('webhooks')} (404). Check the path in 'Base URL'.`,
		);
	}
	if (status >= 400) {
		return wrong(told(refusal(status, body, { secret: token })));
	}
	return status === 204 || isList(body)
		? { kind: 'ok' }
		: wrong(
				`There is a server at ${baseUrl}, but its answer (${status}) is not a list of webhooks${typeof body === 'string' ? ' nor JSON' : ''}. Check 'Base URL'.`,
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

const told = ({ message, remedy }: InputError | ServiceError): string =>
	`${message.replace(/\.+$/, '')}. ${remedy}`;

const wrong = (message: string): Finding => ({ kind: 'wrong', message });

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
