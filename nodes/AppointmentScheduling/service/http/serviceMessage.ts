import { isObject } from '../values/bodies';
import { masked } from '../values/text';

/** Fields that hold a message, and fields that name what it is about. */
const MESSAGES = ['detail', 'message', 'msg', 'reason', 'title', 'error_description', 'error'];
/** Messages by field, whatever the fields are called. */
const DETAILS = ['errors', 'invalid-params', 'invalid_params', 'invalidParams'];
/** FastAPI has `loc`; RFC 9457 has `pointer` in `errors`, and `name` in `invalid-params`. */
const FIELDS = ['field', 'param', 'loc', 'pointer', 'name'];
/** Not the name of a field: the index of a value in a list, or Django's word for the whole form. */
const UNNAMED = /^(\d+|non_field_errors)$/;
/** Where a field is, not its name. */
const PLACES = /^(#|body|query|path|header)?$/;
const MOST_TEXTS = 20;
const DEEPEST = 4;
const LONGEST_PAGE = 20_000;
const MOST_TEXTS_OF_PAGE = 3;
/** Also without their ends, because a page may be cut. */
const MARKUP = /<!--[^]*?(-->|$)|<(script|style)\b[^]*?(<\/\2>|$)|<[^>]*>?/gi;

/** In a body of any shape: messages by field, plain text, a web page. Never with a secret. */
export const serviceMessage = (body: unknown, secrets?: Iterable<string>): string =>
	masked(textOf(body, 0), secrets);

function textOf(body: unknown, depth: number): string {
	if (typeof body === 'number') return String(body);
	if (typeof body === 'string') {
		if (body.trimStart().startsWith('<')) return textOfPage(body);
		// The rest of a debug page in plain text is about the service's code.
		return (depth === 0 ? (body.trim().split('\n', 1)[0] ?? '') : body).trim();
	}
	if (depth > DEEPEST) return '';
	if (Array.isArray(body)) return joined(body.map((part) => textOf(part, depth + 1)));
	if (!isObject(body)) return '';
	const messages = MESSAGES.map((name) => textOf(body[name], depth + 1));
	const details = DETAILS.map((name) => textByField(body[name], depth + 1));
	const message = joined([...new Set(messages), ...details]);
	const field = FIELDS.map((name) => fieldIn(body[name])).find((name) => name !== '');
	return message === '' ? textByField(body, depth) : named(field, message);
}

function textByField(body: unknown, depth: number): string {
	if (!isObject(body)) return textOf(body, depth);
	const texts = Object.entries(body).map(([name, value]) =>
		named(UNNAMED.test(name) ? undefined : name, textOf(value, depth + 1)),
	);
	return joined(texts);
}

const named = (field: string | undefined, text: string): string =>
	field && text !== '' ? `${field}: ${text}` : text;

/** In `start_date`, `#/start_date`, or FastAPI's `["body", "start_date"]`. */
function fieldIn(value: unknown): string {
	const parts = typeof value === 'string' ? value.split('/') : value;
	if (!Array.isArray(parts)) return '';
	const names = parts.slice(0, MOST_TEXTS).map(String);
	return names.filter((name) => !PLACES.test(name)).join('.');
}

/** The first texts of a web page, usually its title and the reason of a refusal. */
function textOfPage(page: string): string {
	const text = page.slice(0, LONGEST_PAGE).replace(/\s+/g, ' ').replace(MARKUP, '\n');
	const texts = text
		.split('\n')
		.map((part) => part.trim())
		.filter((part) => part !== '');
	return [...new Set(texts)].slice(0, MOST_TEXTS_OF_PAGE).join('; ');
}

const joined = (texts: string[]): string =>
	texts
		.filter((text) => text !== '')
		.slice(0, MOST_TEXTS)
		.join('; ');
