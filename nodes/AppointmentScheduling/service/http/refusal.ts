import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../core/errors';
import { WEBHOOKS_PATH } from '../values/addresses';
import { isObject } from '../values/bodies';
import type { ServiceAnswer } from './response';
import { serviceMessage } from './serviceMessage';

type Refusal = [title: string, advice: string];

const CHECK_VALUES = 'Check the parameters';
const TRY_LATER = 'Try again later';
const REFUSALS: Record<number, Refusal> = {
	400: ['The service refused the request as invalid', CHECK_VALUES],
	401: ['The service did not accept the access token', "Check 'Access Token' in the credential"],
	403: [
		'The access token is not allowed to do this',
		'Use an access token that has this permission',
	],
	404: [
		'The service does not know this address or key',
		"Check the key, and 'Base URL' in the credential",
	],
	408: ['The service stopped waiting for the request', TRY_LATER],
	409: [
		'The request conflicts with the current state',
		'Check the current state of the appointment or webhook, then try again',
	],
	410: ['This no longer exists at the service', 'Choose another appointment or webhook'],
	422: ['The service refused the values in the request', CHECK_VALUES],
	429: ['The service received too many requests', TRY_LATER],
};
const OTHER: Refusal = ['The service refused the request', CHECK_VALUES];
const BREAKDOWN: Refusal = ['The service failed to handle the request', TRY_LATER];

/** Texts in `error` that report none. */
const NO_ERROR = /^(0|no|none|null|false)?$/i;
const DEEPEST = 5;
const MOST_VALUES = 900;

/** A response outside 2xx, with the service's own message. `retryAfter` is in ms. */
export function refusal(
	status: number,
	body: unknown,
	{
		secrets,
		retryAfter,
		path = '',
	}: { secrets?: Iterable<string>; retryAfter?: number; path?: string } = {},
): ServiceError {
	// Some services refuse with 403 what is too much for the moment.
	const meant = status === 403 && retryAfter !== undefined ? 429 : status;
	const [title, advice] = REFUSALS[meant] ?? (status >= 500 ? BREAKDOWN : OTHER);
	const said = serviceMessage(body, secrets);
	return new ServiceError(`${title} (${status})`, adviceFor(meant, path, advice, said !== ''), {
		status,
		uncertain: isUncertain(status),
		retryAfter,
		said,
	});
}

/** Only a 4xx (apart from time-outs and replays) and 501 prove that a change was not made. */
const isUncertain = (status: number): boolean =>
	status < 400 || [408, 425].includes(status) || (status >= 500 && status !== 501);

function adviceFor(status: number, path: string, advice: string, hasMessage: boolean): string {
	if (status === 409 && path.endsWith('/reschedule/')) return 'Choose another start';
	if (advice === CHECK_VALUES && hasMessage) return `${advice} against the message of the service`;
	const mayBeScheme = [401, 403].includes(status) && path.startsWith(WEBHOOKS_PATH);
	if (!mayBeScheme) return advice;
	return `${advice}. If that is right, check 'Webhook Auth Scheme' in the credential`;
}

/**
 * What went wrong, if a response of 2xx reports an error: `{ "success": false, "error": "Too late" }`.
 * @param isEmpty whether it contains nothing that was asked for, so that weaker signs count, too
 */
export function denial(
	{ status, body }: ServiceAnswer,
	secrets?: Iterable<string>,
	isEmpty = false,
): ServiceError | undefined {
	if (!isObject(body)) return undefined;
	const { error, errors, success, ok, status: word } = body;
	const isDenied =
		is(/^false$/i, success, ok) ||
		// JSend.
		is(/^(error|fail)$/i, word) ||
		(isEmpty && hasFailed(body));
	if (!isDenied && !isFilled([error, errors])) return undefined;
	return new ServiceError(
		`The service responded with ${status}, but reports an error`,
		'Follow the message of the service',
		{ status, said: serviceMessage(body, secrets) || 'no reason given' },
	);
}

const hasFailed = ({ success, hasError, status, statusCode, code }: IDataObject): boolean =>
	is(/^0$/, success) ||
	is(/^true$/i, hasError) ||
	is(/^(?!404)[45]\d\d$/, status, statusCode, code);

const is = (wanted: RegExp, ...values: unknown[]): boolean =>
	values.some((value) => typeof value !== 'object' && wanted.test(String(value)));

/** Not for `"none"`, `[null]` and the like. */
function isFilled(value: unknown, depth = 0, rest = { values: MOST_VALUES }): boolean {
	rest.values -= 1;
	if (rest.values < 0 || depth > DEEPEST) return true;
	if (value === null || typeof value !== 'object') {
		return !NO_ERROR.test(String(value ?? '').trim());
	}
	for (const name in value) {
		if (isFilled(value[name as keyof typeof value], depth + 1, rest)) return true;
	}
	return false;
}
