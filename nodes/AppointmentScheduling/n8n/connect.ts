import type { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { validArrayFormat, validBaseUrl } from '../service/values/addresses';
import { validToken, type Credential } from '../service/http/authorization';
import { ServiceClient } from '../service/http/client';
import type { ServiceAnswer } from '../service/http/response';
import { DEFAULT_SETTINGS, type ServiceSettings } from '../service/http/settings';

const CREDENTIAL = 'appointmentSchedulingApi';

/** @throws InputError if the credential is not usable */
export async function connect(
	context: IAllExecuteFunctions,
	settings: Partial<ServiceSettings> = {},
): Promise<ServiceClient> {
	const data = await context.getCredentials<Credential>(CREDENTIAL);
	const { httpRequestWithAuthentication } = context.helpers;
	// Without it, request-helpers/authentication.js reads and decrypts the credential for every request.
	const credentialsDecrypted = { id: '', name: CREDENTIAL, type: CREDENTIAL, data: { ...data } };
	return new ServiceClient(
		async (options) => {
			const request = withOwnSignal(options);
			const answer = (await httpRequestWithAuthentication.call(context, CREDENTIAL, request, {
				credentialsDecrypted,
			})) as IN8nHttpFullResponse;
			return answerFrom(answer);
		},
		{ ...settingsFrom(data), ...settings },
	);
}

/** @throws InputError */
export function settingsFrom(credential: Credential): ServiceSettings {
	const accessToken = validToken(credential.accessToken);
	return {
		...DEFAULT_SETTINGS,
		baseUrl: validBaseUrl(credential.baseUrl),
		accessToken,
		secrets: new Set([accessToken]),
		arrayFormat: validArrayFormat(credential.arrayFormat ?? 'repeat'),
		timezone: credential.timezone,
	};
}

export const answerFrom = ({ statusCode, headers, body }: IN8nHttpFullResponse): ServiceAnswer => ({
	status: statusCode,
	headers,
	body,
});

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
