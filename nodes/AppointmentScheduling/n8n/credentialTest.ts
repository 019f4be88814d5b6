import { DateTime } from 'luxon';
import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IDataObject,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { appointmentIn } from '../service/appointment';
import { authorized, type Credential } from '../service/authorization';
import { Client } from '../service/client';
import { hasStatus, InputError, ServiceError } from '../service/errors';
import { readPage } from '../service/pages';
import { offsetAt, offsetOf } from '../service/values/dates';
import { wholeDays } from '../service/values/entered';
import { contradictionOf } from '../service/values/starts';
import { shownText } from '../service/values/texts';
import { accountIn } from './connect';
import { explanationOf, inOneText } from './errors';
import { zoneOf } from './zone';

const LIMITS = { isUrgent: true, tries: 1, timeout: 10_000, longestWait: 10_000 };
const PAGE_SIZE = 100;

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
		const { message, advice } = explanationOf(error);
		return { status: 'Error', message: shownText(inOneText(message, advice)) };
	}
}

/** @throws InputError, ServiceError if there is anything that the user has to know */
async function check(context: ICredentialTestFunctions, credential: Credential): Promise<void> {
	const client = connect(context, credential);
	const zone = zoneOf(client);
	const day = DateTime.now().setZone(zone).minus({ days: 7 }).toFormat('yyyy-MM-dd');
	const { start_date } = wholeDays(day, day, zone);
	const query = { start_date, page_size: PAGE_SIZE };
	const { results } = await readPage(client, 'appointments/', query).catch((error: unknown) => {
		throw hasStatus(error, 404) ? noList(client) : error;
	});
	checkZone(results, zone);
	await checkScheme(client, credential.webhookAuthScheme);
}

/** The only request helper of the context does not authenticate (n8n-core, credentials-test-context.js). */
const connect = ({ helpers }: ICredentialTestFunctions, credential: Credential): Client =>
	new Client(
		async ({ url, timeout, ...options }) =>
			(await helpers.request({
				url,
				method: 'GET',
				headers: {
					...authorized(credential, { url, ...options }).headers,
					Accept: 'application/json',
				},
				json: true,
				timeout,
				followRedirect: false,
				simple: false,
				resolveWithFullResponse: true,
			})) as IN8nHttpFullResponse,
		accountIn(credential),
		LIMITS,
	);

function noList({ account: { baseUrl } }: Client): ServiceError {
	const { origin } = new URL(baseUrl);
	return new ServiceError(
		`There is a server at ${baseUrl}, but no list of appointments (404)`,
		origin === baseUrl ? "Check the host in 'Base URL'" : `Enter ${origin} as 'Base URL'`,
	);
}

/** Calendars may be in several zones, so one start that fits is enough. @throws InputError if none does */
function checkZone(appointments: IDataObject[], zone: string): void {
	const starts = appointments.flatMap((body) => appointmentIn(body)?.start ?? []);
	const [contradiction] = starts.flatMap((start) => contradictionOf(start, zone) ?? []);
	const isFitting = starts.some((start) => offsetOf(start) === offsetAt(start.ms, zone));
	if (contradiction === undefined || isFitting) return;
	const advice = 'Enter the time zone of your account, e.g. America/Sao_Paulo';
	throw new InputError('Service Timezone', contradiction, advice);
}

/** Many tokens may not manage webhooks, so only 401 counts: the service takes the token elsewhere. */
async function checkScheme(client: Client, scheme: Credential['webhookAuthScheme']): Promise<void> {
	await readPage(client, 'webhooks/', {}).catch((error: unknown) => {
		if (!hasStatus(error, 401)) return;
		throw new ServiceError(
			`The service does not accept the scheme ${scheme} for webhooks (401)`,
			`Choose ${scheme === 'Basic' ? 'Bearer' : 'Basic'} as 'Webhook Auth Scheme'`,
		);
	});
}
