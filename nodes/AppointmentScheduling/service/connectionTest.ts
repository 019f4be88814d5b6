import { DateTime } from 'luxon';
import type { INodeCredentialTestResult } from 'n8n-workflow';

import { apiPath, validBaseUrl } from './values/addresses';
import { accountZone, validToken, type Credential } from './http/authorization';
import { APPOINTMENT_FIELDS, listIn, WEBHOOK_FIELDS } from './lists/list';
import type { ServiceAnswer } from './http/client';
import { slashRedirect } from './http/response';
import { hasStatus, InputError, ServiceError } from './core/errors';
import { refusal } from './http/refusal';
import { brokenConnection } from './http/network';
import { within } from './http/wait';
import { contradictionOf, writtenOffset } from './values/contradiction';
import { masked, shownText, withoutEnd } from './values/text';

/** Sends a GET with the credential's authorization, and follows no redirect. */
type Probe = (url: string, scheme: Credential['webhookAuthScheme']) => Promise<ServiceAnswer>;

const LONGEST_REQUEST_MS = 10_000;
const LONGEST_MS = 20_000;
const ZONE = 'Service Timezone';
const ZONE_REMEDY = 'Enter the time zone of your account, e.g. Europe/Madrid';

/** No appointment has this key. The cheapest request that needs a valid token. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export async function testConnection(
	credential: Credential,
	probe: Probe,
): Promise<INodeCredentialTestResult> {
	try {
		const ask = followingSlash(withLimits(probe));
		await verify(credential, ask);
		const remark = await verifyZone(credential, ask);
		return { status: 'OK', message: `The service accepted the credential${shownText(remark)}` };
	} catch (error) {
		const isKnown = error instanceof InputError || error instanceof ServiceError;
		const { message, remedy } = isKnown ? error : brokenConnection(error);
		const text = `${withoutEnd(shownText(message), '.')}. ${remedy}`;
		return { status: 'Error', message: shownText(text) };
	}
}

/** A service that sends a byte now and then would hold the test. */
function withLimits(probe: Probe): Probe {
	const end = performance.now() + LONGEST_MS;
	return async (url, scheme) => {
		const ms = Math.min(LONGEST_REQUEST_MS, end - performance.now());
		const answer = await within(probe(url, scheme), ms);
		if (answer !== undefined) return answer;
		throw new ServiceError('The service did not respond in time', 'Try again later');
	};
}

/** A redirect that differs by the last slash only. */
function followingSlash(probe: Probe): Probe {
	return async (address, scheme) => {
		const answer = await probe(address, scheme);
		const slash = slashRedirect(address, answer);
		const [path = '', query] = address.split('?');
		const search = query === undefined ? '' : `?${query}`;
		return slash ? await probe(`${slash(path)}${search}`, scheme) : answer;
	};
}

/**
 * Looks at one page of appointments. Calendars may be in several zones, so one that fits is enough.
 * @returns what to say in spite of success
 * @throws InputError if the service contradicts the zone, or the zone is not set
 */
async function verifyZone(credential: Credential, probe: Probe): Promise<string> {
	const zone = accountZone(credential.timezone);
	if (zone === undefined) throw new InputError(ZONE, 'it is not set', ZONE_REMEDY);
	const weekAgo = DateTime.now().setZone(zone).minus({ days: 7 }).toFormat('yyyy-MM-dd');
	const path = `${apiPath('appointments')}?start_date=${weekAgo}T00%3A00%3A00`;
	const starts = await startsAt(`${validBaseUrl(credential.baseUrl)}${path}`, credential, probe);
	const written = starts.filter((start) => writtenOffset(start) !== undefined);
	const found = written.flatMap((start) => contradictionOf(start, zone) ?? []);
	const [first] = found;
	if (first === undefined) return '';
	if (found.length < written.length) return `. Not all appointments are in this zone: ${first}`;
	throw new InputError(ZONE, first, ZONE_REMEDY);
}

/** None if the list cannot be read, which says nothing about the zone. */
async function startsAt(url: string, credential: Credential, probe: Probe): Promise<unknown[]> {
	const answer = await probe(url, credential.webhookAuthScheme).catch(() => undefined);
	if (answer === undefined || answer.status >= 300) return [];
	try {
		return listIn(answer.body, APPOINTMENT_FIELDS).map(({ start_date }) => start_date);
	} catch {
		return [];
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
	const failureAt = async (path: string, word: typeof scheme) =>
		failureIn(await probe(`${baseUrl}${path}`, word), baseUrl, accessToken);
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
