import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { ServiceError, type Said } from './errors';
import type { ServiceRequest } from './exchange';
import { retryAfterIn } from './quota';
import { isBlank, isObject } from './values/objects';
import { masked, shownText } from './values/texts';

const CHECK_VALUES = 'Check the parameters against the message of the service';
const TRY_LATER = 'Try again later';
const OTHER_SERVER =
	"Check 'Base URL' in the credential: a website, a proxy or a sign-in page may respond there";
const REFUSALS: Record<number, [title: string, advice: string]> = {
	400: ['The service refused the request as invalid', CHECK_VALUES],
	401: [
		'The service did not accept the access token',
		"Check 'Access Token' in the credential, or your account is at the other host (eagenda.com.br, eagendas.com)",
	],
	403: [
		'The access token is not allowed to do this',
		'Use an access token that has this permission',
	],
	404: [
		'The service does not know this address or key',
		"Check the key, and 'Base URL' in the credential",
	],
	405: ['The service does not offer this', "Check 'Base URL' in the credential"],
	408: ['The service stopped waiting for the request', TRY_LATER],
	409: [
		'The request conflicts with the current state',
		'Check the current state of the appointment or webhook, then try again',
	],
	410: ['This no longer exists at the service', 'Choose another appointment or webhook'],
	429: ['The quota of requests is used up', TRY_LATER],
};

/**
 * What a response outside 2xx means, or one that is neither JSON nor, after a change, empty.
 * @param secrets never stand in a message
 */
export function refusal(
	{ statusCode: status, headers, body }: IN8nHttpFullResponse,
	{ method, path }: ServiceRequest,
	secrets: string[],
): ServiceError | undefined {
	const isChange = method !== 'GET';
	const isJson = isObject(body) || Array.isArray(body);
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && (isJson || (isBlank(body) && isChange))) return undefined;
	const [title, advice] = REFUSALS[status] ?? otherwise(status, isBlank(body));
	const mayBeScheme = [401, 403].includes(status) && path.startsWith('webhooks/');
	const scheme = ". If that is right, check 'Webhook Auth Scheme' in the credential";
	return new ServiceError(`${title} (${status})`, mayBeScheme ? advice + scheme : advice, {
		status,
		// Only a 4xx proves that nothing was done.
		mayBeDone: isChange && (status < 400 || status === 408 || status >= 500),
		retryAfter: retryAfterIn(headers),
		said: status < 400 ? [] : textsIn(body, secrets),
	});
}

function otherwise(status: number, isEmpty: boolean): [title: string, advice: string] {
	if (status >= 500) return ['The service failed to handle the request', TRY_LATER];
	if (status >= 400) return ['The service refused the request', CHECK_VALUES];
	if (status < 300) {
		return [
			`The service responded ${isEmpty ? 'with an empty body' : 'without JSON'}`,
			OTHER_SERVER,
		];
	}
	const advice = "Enter the address at which the service responds as 'Base URL' in the credential";
	return ['The service redirects to another address, which is not followed', advice];
}

const MOST_VALUES = 1_000;
const MOST_LETTERS = 500;
/** Not the name of a field. */
const UNNAMED = /^(detail|non_field_errors|\d+)$/;
const LONGEST_NAME = 60;
const TAG = /<[^<>]{0,300}>/g;

/**
 * What the service says: `{ "detail": "…" }`, or Django REST framework's texts by field in any depth,
 * `{ "attendees": [{ "name": ["…"] }] }`. At most 500 characters from at most 1,000 values.
 */
export function textsIn(body: unknown, secrets: string[]): Said[] {
	const texts: Said[] = [];
	let values = 0;
	let letters = 0;
	const read = (value: unknown, names: string[]): void => {
		values += 1;
		if (typeof value === 'string' || typeof value === 'number') {
			const text = cleaned(String(value), secrets).slice(0, MOST_LETTERS - letters);
			letters += text.length;
			const field = names.filter((name) => !UNNAMED.test(name)).join('.');
			if (text !== '') texts.push(field === '' ? { text } : { field, text });
			return;
		}
		if (typeof value !== 'object' || value === null) return;
		// A loop without `Object.entries`, which would copy a million values first.
		for (const name in value) {
			if (values > MOST_VALUES || letters >= MOST_LETTERS) return;
			const part: unknown = value[name as keyof typeof value];
			read(part, [...names, cleaned(name, secrets).slice(0, LONGEST_NAME)]);
		}
	};
	// A web page says nothing that people could use.
	if (!String(body).trimStart().startsWith('<')) read(body, []);
	return texts;
}

const cleaned = (text: string, secrets: string[]): string =>
	shownText(masked(text, secrets).replace(TAG, ' ')).trim();
