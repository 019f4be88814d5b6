import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { authorized, type Credential } from '../service/http/authorization';
import { testConnection } from '../service/connectionTest';

/** Of a connection without data. The test itself limits the whole. */
const TIMEOUT_MS = 10_000;

/** Its only request helper does not authenticate (n8n-core, credentials-test-context.js). */
export async function appointmentSchedulingApiTest(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { helpers } = this;
	const credential = { webhookAuthScheme: 'Bearer', arrayFormat: 'repeat', ...data } as Credential;
	return await testConnection(credential, async (url, webhookAuthScheme) => {
		const { headers } = authorized({ ...credential, webhookAuthScheme }, { url });
		const answer = (await helpers.request({
			url,
			method: 'GET',
			headers: { ...headers, Accept: 'application/json' },
			json: true,
			timeout: TIMEOUT_MS,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
		})) as IN8nHttpFullResponse;
		return { status: answer.statusCode, headers: answer.headers, body: answer.body };
	});
}
