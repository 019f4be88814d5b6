import type { INodeCredentialTestResult } from 'n8n-workflow';

import { apiPath, validBaseUrl } from './values/addresses';
import { accountZone, validToken, type Credential } from './http/authorization';
import { listIn } from './values/bodies';
import type { ServiceAnswer } from './http/client';
import { hasStatus, InputError, ServiceError } from './errors';
import { masked, refusal } from './http/refusal';
import { brokenConnection } from './http/network';

/** Sends a GET with the credential's authorization. Returns every response as it is, also redirects. */
type Probe = (url: string, scheme: Credential['webhookAuthScheme']) => Promise<ServiceAnswer>;

type Verdict =
	| { kind: 'ok' }
	/** 401, 403 or 404: the token, the scheme or the path may be wrong. Services differ in which they use. */
	| { kind: 'refused'; failure: ServiceError }
	| { kind: 'wrong'; message: string };

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
		const judged = async (path: string, scheme: Credential['webhookAuthScheme']) =>
			judge(await probe(`${baseUrl}${path}`, scheme), baseUrl, credential.accessToken);
		const scheme = credential.webhookAuthScheme;
		const verdict = await judged(apiPath('webhooks'), scheme);
		if (verdict.kind === 'ok')
			return { status: 'OK', message: 'The service accepted the credential' };
		if (verdict.kind === 'wrong') return failed(verdict.message);

		const { status } = verdict.failure;
		const other = scheme === 'Basic' ? 'Bearer' : 'Basic';
		if ((await judged(apiPath('webhooks'), other)).kind === 'ok') {
			return failed(
				`The webhook endpoints refuse the scheme ${scheme} (${status}) but accept ${other}. Choose ${other} as 'Webhook Auth Scheme'.`,
			);
		}
		const nobody = await judged(apiPath('appointments', NOBODY), scheme);
		if (nobody.kind === 'refused' && !hasStatus(nobody.failure, 404)) {
			return failed(sentence(nobody.failure));
		}
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

function judge(answer: ServiceAnswer, baseUrl: string, token: string): Verdict {
	const { status, headers, body } = answer;
	if (status >= 300 && status <= 399) {
		return wrong(
			`The service redirects to ${masked(String(headers.location ?? 'another address'), token)}. Enter the address at which it responds as 'Base URL'.`,
		);
	}
	if (status >= 400) {
		const failure = refusal(status, body, { token, path: apiPath('webhooks') });
		return [401, 403, 404].includes(status)
			? { kind: 'refused', failure }
			: wrong(sentence(failure));
	}
	return status === 204 || isList(body)
		? { kind: 'ok' }
		: wrong(
				`There is a server at ${baseUrl}, but its response (${status}) is not a list of webhooks${typeof body === 'string' ? ' nor JSON' : ''}. Check 'Base URL'.`,
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
	`${message.replace(/\.+$/, '')}. ${remedy}`;

const wrong = (message: string): Verdict => ({ kind: 'wrong', message });

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
