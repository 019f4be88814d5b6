import { ServiceError } from '../core/errors';
import { WEBHOOKS_PATH } from '../values/addresses';
import { isObject } from '../values/bodies';
import { masked } from '../values/text';
import type { ServiceAnswer } from './response';

type Refusal = [title: string, remedy: string];

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

/** Fields that hold a message, and fields that name what it is about. */
const MESSAGES = ['detail', 'message', 'msg', 'reason', 'title', 'error_description', 'error'];
/** FastAPI has `loc`; RFC 9457 has `pointer` in `errors`, and `name` in `invalid-params`. */
const FIELDS = ['field', 'param', 'loc', 'pointer', 'name'];
const DETAILS = ['errors', 'invalid-params', 'invalid_params', 'invalidParams'];
/** Not the name of a field: the index of a value in a list, or Django's word for the whole form. */
const UNNAMED = /^(\d+|non_field_errors)$/;
/** Where a field is, not its name. */
const PLACES = /^(#|body|query|path|header)?$/;
/** Texts in `error` that report none. */
const NO_ERROR = /^(0|no|none|null|false)?$/i;
const MOST_TEXTS = 20;
const LONGEST_PAGE = 20_000;
const MOST_TEXTS_OF_PAGE = 3;
/** Where comments, scripts, styles and other tags begin and end. */
const MARKUP = [
	['<!--', '-->'],
	['<script', '</script>'],
	['<style', '</style>'],
	['<', '>'],
] as const;
const DEEPEST = 4;

/** A response outside 2xx, with the service's own message. `retryAfter` is in ms. */
export function refusal(
	status: number,
	body: unknown,
	{ token, retryAfter, path = '' }: { token?: string; retryAfter?: number; path?: string } = {},
): ServiceError {
	const [title, remedy] = REFUSALS[status] ?? (status >= 500 ? BREAKDOWN : OTHER);
	const message = serviceMessage(body, token);
	return new ServiceError(
		`${title} (${status})${message && `: ${message}`}`,
		remedyFor(status, path, remedy, message !== ''),
		{ status, uncertain: isUncertain(status), retryAfter },
	);
}

/** Only a 4xx (apart from time-outs and replays) and 501 prove that a change was not made. */
export const isUncertain = (status: number): boolean =>
	status < 400 || [408, 425].includes(status) || (status >= 500 && status !== 501);

function remedyFor(status: number, path: string, remedy: string, hasMessage: boolean): string {
	if (status === 409 && path.endsWith('/reschedule/')) return 'Choose another start';
	if (remedy === CHECK_VALUES && hasMessage) return `${remedy} against the message of the service`;
	const mayBeScheme = [401, 403, 404].includes(status) && path.startsWith(WEBHOOKS_PATH);
	if (!mayBeScheme) return remedy;
	return `${remedy}. If that is right, check 'Webhook Auth Scheme' in the credential`;
}

/** In a body of any shape: messages by field, plain text, a web page. Never with the token. */
export const serviceMessage = (body: unknown, token: string | undefined): string =>
	masked(textOf(body, 0), token);

/** What went wrong, if a response of 2xx reports an error: `{ "success": false, "error": "Too late" }`. */
export function denial(
	{ status, body }: ServiceAnswer,
	token: string | undefined,
): ServiceError | undefined {
	if (!isObject(body)) return undefined;
	const { error, errors, success, ok, status: word } = body;
	const isDenied =
		[success, ok].some((value) => /^false$/i.test(String(value))) ||
		// JSend.
		/^(error|fail)$/i.test(String(word));
	if (!isDenied && !isFilled(error) && !isFilled(errors)) return undefined;
	return new ServiceError(
		`The service responded with ${status}, but reports: ${serviceMessage(body, token) || 'no reason given'}`,
		'Follow the message of the service',
		{ status },
	);
}

/** Not for `"none"`, `[null]` and the like. */
function isFilled(value: unknown, depth = 0): boolean {
	if (value === null || typeof value !== 'object')
		return !NO_ERROR.test(String(value ?? '').trim());
	return depth > DEEPEST || Object.values(value).some((part) => isFilled(part, depth + 1));
}

function textOf(body: unknown, depth: number): string {
	if (typeof body === 'string') {
		if (body.trimStart().startsWith('<')) return textOfPage(body);
		// The rest of a debug page in plain text is about the service's code.
		return (depth === 0 ? (body.trim().split('\n', 1)[0] ?? '') : body).trim();
	}
	if (typeof body === 'number') return String(body);
	if (depth > DEEPEST || body === null || typeof body !== 'object') return '';
	if (Array.isArray(body)) return joined(body.map((part) => textOf(part, depth + 1)));
	const record = body as Record<string, unknown>;
	const texts = MESSAGES.map((name) => textOf(record[name], depth + 1));
	const details = DETAILS.map((name) => textByField(record[name], depth + 1));
	const message = joined([...new Set(texts), ...details]);
	if (message === '') return textByField(record, depth + 1);
	const field = FIELDS.map((name) => fieldIn(record[name])).find((name) => name !== '');
	return field === undefined ? message : `${field}: ${message}`;
}

/** In `start_date`, `#/start_date`, or FastAPI's `["body", "start_date"]`. */
function fieldIn(value: unknown): string {
	const parts = typeof value === 'string' ? value.split('/', MOST_TEXTS) : value;
	if (!Array.isArray(parts)) return '';
	return parts
		.map(String)
		.filter((part) => !PLACES.test(part))
		.slice(0, MOST_TEXTS)
		.join('.');
}

/** The first texts of a web page, usually its title and the reason of a refusal. */
function textOfPage(page: string): string {
	const text = page.slice(0, LONGEST_PAGE).replace(/\s+/g, ' ');
	const lower = text.toLowerCase();
	const texts = new Set<string>();
	for (let at = 0; at < text.length && texts.size < MOST_TEXTS_OF_PAGE;) {
		const open = lower.indexOf('<', at);
		const part = text.slice(at, open < 0 ? undefined : open).trim();
		if (part !== '') texts.add(part);
		const [, close = ''] =
			MARKUP.find(([start]) => open >= 0 && lower.startsWith(start, open)) ?? [];
		const end = close && lower.indexOf(close, open);
		at = end === '' || end < 0 ? text.length : end + close.length;
	}
	return [...texts].join('; ');
}

function textByField(body: unknown, depth: number): string {
	if (!isObject(body)) return textOf(body, depth);
	const texts = Object.entries(body).map(([field, value]) => {
		const text = textOf(value, depth + 1);
		return text && !UNNAMED.test(field) ? `${field}: ${text}` : text;
	});
	return joined(texts);
}

const joined = (texts: string[]): string =>
	texts
		.filter((text) => text !== '')
		.slice(0, MOST_TEXTS)
		.join('; ');
