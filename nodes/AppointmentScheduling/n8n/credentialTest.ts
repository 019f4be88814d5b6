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
import { pageOrFailure } from '../service/lists/pages';
import { contradictionOf, writtenOffset } from '../service/values/contradiction';
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
		const remark = await remarkOn(this, { webhookAuthScheme: 'Bearer', ...data } as Credential);
		return { status: 'OK', message: `The service accepted the credential${shownText(remark)}` };
	} catch (error) {
		return { status: 'Error', message: shownText(inOneText(...explanationOf(error))) };
	}
}

/** What to say of a credential that works. @throws InputError, ServiceError if it does not */
async function remarkOn(context: ICredentialTestFunctions, credential: Credential) {
	const { webhookAuthScheme: scheme } = credential;
	const client = connect(context, credential);
	const zone = zoneOf(client);
	const weekAgo = DateTime.now().setZone(zone).minus({ days: 7 }).toFormat('yyyy-MM-dd');
	const filter = `start_date=${weekAgo}T00%3A00%3A00`;
	// One after the other: some services handle one request at a time.
	const webhooks = await pageOrFailure(client, webhookList, '');
	// The token, the scheme or the path may be wrong. Services differ in the status for each of these.
	const isRefused = hasStatus(webhooks, 401, 403, 404);
	if (webhooks instanceof ServiceError && !isRefused) throw webhooks;
	const appointments = await pageOrFailure(client, appointmentList, filter);
	if (!(webhooks instanceof ServiceError)) {
		return appointments instanceof ServiceError
			? `. But it did not return the list of appointments: ${appointments.message}`
			: zoneRemark(appointments.elements, zone);
	}
	const other = scheme === 'Basic' ? 'Bearer' : 'Basic';
	const again = connect(context, { ...credential, webhookAuthScheme: other });
	if (!((await pageOrFailure(again, webhookList, '')) instanceof ServiceError)) {
		throw new ServiceError(
			`The webhook endpoints refuse the scheme ${scheme} (${webhooks.status}) but accept ${other}`,
			`Choose ${other} as 'Webhook Auth Scheme'.`,
		);
	}
	if (hasStatus(webhooks, 404) && hasStatus(appointments, 404)) {
		throw new ServiceError(
			`There is a server at ${client.settings.baseUrl}, but no ${webhookList.path} (404)`,
			"Check the path in 'Base URL', and that the token may manage webhooks.",
		);
	}
	if (hasStatus(appointments, 401, 403)) throw appointments;
	if (appointments instanceof ServiceError) throw webhooks;
	throw new ServiceError(
		`The service accepts the token for appointments but not for webhooks (${webhooks.status})`,
		'Use a token that may manage webhooks.',
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
function zoneRemark(appointments: IDataObject[], zone: string): string {
	const starts = appointments.map(({ start_date }) => start_date);
	const written = starts.filter((start) => writtenOffset(start) !== undefined);
	const [first, ...others] = written.flatMap((start) => contradictionOf(start, zone) ?? []);
	if (first === undefined) return '';
	if (others.length + 1 < written.length)
		return `. Not all appointments are in this zone: ${first}`;
	const advice = 'Enter the time zone of your account, e.g. Europe/Madrid';
	throw new InputError('Service Timezone', first, advice);
}
