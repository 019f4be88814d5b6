import { ServiceError } from '../errors';
import { WEBHOOKS_PATH } from '../values/addresses';
import { isUncertain } from './retry';

const TITLES: Record<number, string> = {
	400: 'The service refused the request as invalid',
	401: 'The service did not accept the access token',
	403: 'The access token is not allowed to do this',
	404: 'The service does not know this address or key',
	409: 'The request conflicts with the current state',
	410: 'This no longer exists at the service',
	408: 'The service gave up waiting for the request',
	415: 'The service did not accept the content type',
	422: 'The service refused the values sent',
	429: 'The service received too many requests',
};

const REMEDIES: Record<number, string> = {
	400: 'Compare the values of the parameters with what the service says',
	401: "Check 'Access Token' in the credential",
	403: 'Use an access token that has this permission',
	404: "Check the key, and 'Base URL' in the credential",
	408: 'Try again later',
	409: 'Check the current state of the appointment or webhook, then try again',
	410: 'Choose another appointment or webhook',
	422: 'Compare the values of the parameters with what the service says',
	429: 'Try again later',
};
const SCHEME_REMEDY = ". If that is right, check 'Webhook Auth Scheme' in the credential";

const SERVER_REMEDY = 'The service has a fault of its own. Try again later';
const LONGEST_WORDS = 500;

interface RefusalContext {
	/** The access token. A service may echo it, but no message contains it. */
	secret?: string;
	/** ms. */
	retryAfter?: number;
	/** Of the request, from apiPath. */
	path?: string;
}

/** A response outside 2xx, with the service's own message if it has one. */
export function refusal(
	status: number,
	body: unknown,
	{ secret = '', retryAfter, path = '' }: RefusalContext = {},
): ServiceError {
	const words = serviceWords(body, secret);
	const title =
		TITLES[status] ??
		(status >= 500
			? 'The service could not handle the request'
			: 'The service refused the request');
	const mayBeScheme = [401, 403, 404].includes(status) && path.startsWith(WEBHOOKS_PATH);
	const advice =
		REMEDIES[status] ?? (status >= 500 ? SERVER_REMEDY : 'Follow what the service says');
	const remedy = mayBeScheme ? `${advice}${SCHEME_REMEDY}` : advice;
	const said = words ? `: ${words}` : '';
	return new ServiceError(`${title} (${status})${said}`, remedy, {
		status,
		uncertain: isUncertain(status),
		retryAfter,
	});
}

/**
 * The service's message in an error body of any shape: `detail`, `message`, `error`, lists of
 * messages by field, plain text. HTML has none. At most 500 characters.
 */
export function serviceWords(body: unknown, secret = ''): string {
	return clip(masked(wordsOf(body, 0), secret));
}

/** The text without the access token, also without its URL-encoded form, in case a service echoes it. */
export function masked(text: string, secret: string | undefined): string {
	const token = secret?.trim() ?? '';
	if (token === '') return text;
	return text.replaceAll(token, '•••').replaceAll(encodeURIComponent(token), '•••');
}

/** The same failure, without the access token in its message. */
export function withoutSecret(failure: ServiceError, secret: string | undefined): ServiceError {
	return new ServiceError(masked(failure.message, secret), masked(failure.remedy, secret), failure);
}

function wordsOf(body: unknown, depth: number): string {
	if (typeof body === 'string') return /^\s*</.test(body) ? '' : body.trim();
	if (typeof body === 'number') return String(body);
	if (depth > 4 || body === null || typeof body !== 'object') return '';
	if (Array.isArray(body)) return joined(body.slice(0, 20).map((part) => wordsOf(part, depth + 1)));
	const record = body as Record<string, unknown>;
	const parts: string[] = [];
	for (const name of ['detail', 'message', 'title', 'error_description', 'error']) {
		const words = wordsOf(record[name], depth + 1);
		if (words && !parts.includes(words)) parts.push(words);
	}
	if (record.errors !== undefined) parts.push(fieldWords(record.errors, depth + 1));
	const field = ['field', 'param', 'loc', 'name'].map((name) => record[name]).find(isText);
	const words = joined(parts);
	if (words !== '') return field === undefined ? words : `${field}: ${words}`;
	return fieldWords(record, depth + 1);
}

function fieldWords(body: unknown, depth: number): string {
	if (body === null || typeof body !== 'object' || Array.isArray(body)) return wordsOf(body, depth);
	const parts = Object.entries(body)
		.slice(0, 20)
		.map(([field, value]) => [field, wordsOf(value, depth + 1)] as const)
		.filter(([, words]) => words !== '')
		.map(([field, words]) => `${field}: ${words}`);
	return joined(parts);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const joined = (parts: string[]) => parts.filter((part) => part !== '').join('; ');

const clip = (text: string) =>
	text.length > LONGEST_WORDS ? `${text.slice(0, LONGEST_WORDS)}…` : text;
