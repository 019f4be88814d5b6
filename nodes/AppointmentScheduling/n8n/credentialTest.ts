import { DateTime } from 'luxon';
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { appointmentList } from '../service/appointments';
import { hasStatus, InputError, ServiceError } from '../service/core/errors';
import { authorized, type Credential } from '../service/http/authorization';
import { ServiceClient } from '../service/http/client';
import { pageOrFailure, type List } from '../service/lists/pages';
import { apiPath } from '../service/values/addresses';
import { contradictionOf, writtenOffset } from '../service/values/contradiction';
import { shownText } from '../service/values/text';
import { webhookList } from '../service/webhooks';
import { answerFrom, settingsFrom } from './connect';
import { explanationOf, inOneText } from './errors';
import { zoneOf } from './zone';

type Connect = (scheme: Credential['webhookAuthScheme']) => ServiceClient;

const LIMITS = { maxRetries: 0, timeout: 10_000, budgetMs: 20_000 };
/** No appointment has this key. The cheapest request that needs a valid token. */
const NOBODY: List = {
	...appointmentList,
	path: apiPath('appointments', '00000000-0000-0000-0000-000000000000'),
};

/** Its only request helper does not authenticate (n8n-core, credentials-test-context.js). */
export async function appointmentSchedulingApiTest(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const { helpers } = this;
	const credential = { webhookAuthScheme: 'Bearer', ...data } as Credential;
	try {
		const settings = { ...settingsFrom(credential), ...LIMITS };
		const connectWith: Connect = (webhookAuthScheme) =>
			new ServiceClient(async (options) => {
				const { url, timeout } = options;
				const { headers } = authorized({ ...credential, webhookAuthScheme }, options);
				const answer = (await helpers.request({
					url,
					method: 'GET',
					headers: { ...headers, Accept: 'application/json' },
					json: true,
					timeout,
					followRedirect: false,
					simple: false,
					resolveWithFullResponse: true,
				})) as IN8nHttpFullResponse;
				return answerFrom(answer);
			}, settings);
		const { webhookAuthScheme } = credential;
		const client = connectWith(webhookAuthScheme);
		const zone = zoneOf(client);
		await verifyToken(client, webhookAuthScheme, connectWith);
		const remark = await verifyZone(client, zone);
		return { status: 'OK', message: `The service accepted the credential${shownText(remark)}` };
	} catch (error) {
		return { status: 'Error', message: shownText(inOneText(...explanationOf(error))) };
	}
}

/**
 * The list of webhooks is short. If the service refuses it, the other scheme and an appointment
 * that does not exist show which field is wrong.
 * @throws ServiceError
 */
async function verifyToken(
	client: ServiceClient,
	scheme: Credential['webhookAuthScheme'],
	connectWith: Connect,
): Promise<void> {
	const failure = await failureAt(client, webhookList);
	if (!failure) return;
	// The token, the scheme or the path may be wrong. Services differ in which of these they use.
	if (!hasStatus(failure, 401, 403, 404)) throw failure;

	const { status } = failure;
	const other = scheme === 'Basic' ? 'Bearer' : 'Basic';
	if (!(await failureAt(connectWith(other), webhookList))) {
		throw new ServiceError(
			`The webhook endpoints refuse the scheme ${scheme} (${status}) but accept ${other}`,
			`Choose ${other} as 'Webhook Auth Scheme'.`,
		);
	}
	const nobody = await failureAt(client, NOBODY);
	if (hasStatus(nobody, 401, 403)) throw nobody;
	throw status === 404
		? new ServiceError(
				`There is a server at ${client.settings.baseUrl}, but no ${webhookList.path} (404)`,
				"Check the path in 'Base URL', and that the token may manage webhooks.",
			)
		: new ServiceError(
				`The service accepts the token for appointments but not for webhooks (${status})`,
				'Use a token that may manage webhooks.',
			);
}

async function failureAt(client: ServiceClient, list: List): Promise<ServiceError | undefined> {
	const page = await pageOrFailure(client, list, '');
	return page instanceof ServiceError ? page : undefined;
}

/**
 * Looks at one page of appointments. Calendars may be in several zones, so one that fits is enough.
 * @returns what to say in spite of success
 * @throws InputError if the service contradicts the zone
 */
async function verifyZone(client: ServiceClient, zone: string): Promise<string> {
	const weekAgo = DateTime.now().setZone(zone).minus({ days: 7 }).toFormat('yyyy-MM-dd');
	const search = `start_date=${weekAgo}T00%3A00%3A00`;
	const page = await pageOrFailure(client, appointmentList, search);
	const starts =
		page instanceof ServiceError ? [] : page.elements.map(({ start_date }) => start_date);
	const written = starts.filter((start) => writtenOffset(start) !== undefined);
	const found = written.flatMap((start) => contradictionOf(start, zone) ?? []);
	const [first] = found;
	if (first === undefined) return '';
	if (found.length < written.length) return `. Not all appointments are in this zone: ${first}`;
	const remedy = 'Enter the time zone of your account, e.g. Europe/Madrid';
	throw new InputError('Service Timezone', first, remedy);
}
