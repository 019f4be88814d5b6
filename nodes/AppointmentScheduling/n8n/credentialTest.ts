import { DateTime } from 'luxon';
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { appointmentList } from '../service/appointments';
import { hasStatus, InputError, ServiceError } from '../service/core/errors';
import { authorized, type Credential } from '../service/http/authorization';
import { ServiceClient } from '../service/http/client';
import { pageOrFailure } from '../service/lists/page';
import { contradictionOf, writtenOffset } from '../service/values/starts';
import { shownText } from '../service/values/text';
import { webhookList } from '../service/webhooks';
import { answerFrom, settingsFrom } from './connect';
import { explanationOf, inOneText } from './errors';
import { zoneOf } from './zone';

const LIMITS = { maxRetries: 0, timeout: 10_000, budgetMs: 20_000 };

/** Reads the first pages of both lists. Changes nothing. */
export async function appointmentSchedulingApiTest(
	this: ICredentialTestFunctions,
	{ data }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	try {
		await check(this, { webhookAuthScheme: 'Bearer', ...data } as Credential);
		// n8n does not show the message of an OK.
		return { status: 'OK', message: 'The service accepted the credential' };
	} catch (error) {
		return { status: 'Error', message: shownText(inOneText(...explanationOf(error))) };
	}
}

/** @throws InputError, ServiceError if there is anything that the user has to know */
async function check(context: ICredentialTestFunctions, credential: Credential): Promise<void> {
	const client = connect(context, credential);
	const zone = zoneOf(client);
	const weekAgo = DateTime.now().setZone(zone).minus({ days: 7 }).toFormat('yyyy-MM-dd');
	const filter = `start_date=${weekAgo}T00%3A00%3A00`;
	// One after the other: some services handle one request at a time.
	const appointments = await pageOrFailure(client, appointmentList, filter);
	if (appointments instanceof ServiceError)
		throw hasStatus(appointments, 404) ? noList(client) : appointments;
	checkZone(appointments.elements, zone);
	await checkScheme(context, credential);
}

const noList = ({ settings }: ServiceClient): ServiceError =>
	new ServiceError(
		`There is a server at ${settings.baseUrl}, but no ${appointmentList.path} (404)`,
		"Check the path in 'Base URL'.",
	);

/** Many tokens may not manage webhooks, so that is no error. @throws ServiceError if only the other scheme works */
async function checkScheme(
	context: ICredentialTestFunctions,
	credential: Credential,
): Promise<void> {
	const scheme = credential.webhookAuthScheme;
	const other = scheme === 'Basic' ? 'Bearer' : 'Basic';
	const failureWith = async (webhookAuthScheme: Credential['webhookAuthScheme']) => {
		const client = connect(context, { ...credential, webhookAuthScheme });
		const page = await pageOrFailure(client, webhookList, '');
		return page instanceof ServiceError ? page : undefined;
	};
	if (!(await failureWith(scheme)) || (await failureWith(other))) return;
	// Maybe it failed by chance.
	const failure = await failureWith(scheme);
	if (failure === undefined) return;
	const status = failure.status === undefined ? '' : ` (${failure.status})`;
	throw new ServiceError(
		`The service refuses the scheme ${scheme} for webhooks${status} but accepts ${other}`,
		`Choose ${other} as 'Webhook Auth Scheme'.`,
	);
}

/** The only request helper of the context does not authenticate (n8n-core, credentials-test-context.js). */
const connect = ({ helpers }: ICredentialTestFunctions, credential: Credential): ServiceClient =>
	new ServiceClient(
		async (options) => {
			const { headers } = authorized(credential, options);
			const answer = (await helpers.request({
				url: options.url,
				method: 'GET',
				headers: { ...headers, Accept: 'application/json' },
				json: true,
				timeout: options.timeout,
				followRedirect: false,
				simple: false,
				resolveWithFullResponse: true,
			})) as IN8nHttpFullResponse;
			return answerFrom(answer);
		},
		{ ...settingsFrom(credential), ...LIMITS },
	);

/** Calendars may be in several zones, so one start that fits is enough. @throws InputError if none does */
function checkZone(appointments: IDataObject[], zone: string): void {
	const starts = appointments.map(({ start_date }) => start_date);
	const written = starts.filter((start) => writtenOffset(start) !== undefined);
	const contradictions = written.flatMap((start) => contradictionOf(start, zone) ?? []);
	const [first] = contradictions;
	if (first === undefined || contradictions.length < written.length) return;
	const advice = 'Enter the time zone of your account, e.g. Europe/Madrid';
	throw new InputError('Service Timezone', first, advice);
}
