import { isObject } from '../values/bodies';
import { masked } from '../values/text';

/** Fields that hold a message, and fields that name what it is about. */
const MESSAGES = [
	...['detail', 'message', 'defaultMessage', 'errorMessage', 'error_message', 'msg', 'reason'],
	...['title', 'error_description', 'error'],
];
/** Messages by field, whatever the fields are called. */
const DETAILS = [
	...['errors', 'details', 'violations', 'issues'],
	...['invalid-params', 'invalid_params', 'invalidParams'],
];
const KNOWN = [...MESSAGES, ...DETAILS];
/** FastAPI has `loc`; RFC 9457 has `pointer` in `errors`, and `name` in `invalid-params`. */
const FIELDS = ['field', 'param', 'loc', 'pointer', 'name'];
/** Not the name of a field: the index of a value in a list, or Django's word for the whole form. */
const UNNAMED = /^(\d+|non_field_errors)$/;
/** Where a field is, not its name. */
const PLACES = /^(#|body|query|path|header)?$/;
const MOST_TEXTS = 20;
const MOST_VALUES = 1_000;
const MOST_LETTERS = 20_000;
const LONGEST_NAME = 200;
const DEEPEST = 4;
const MOST_TEXTS_OF_PAGE = 3;
/** Also without their ends, because a page may be cut. */
const MARKUP = /<!--[^]*?(-->|$)|<(script|style)\b[^]*?(<\/\2>|$)|<[^>]*>?/gi;

/** In a body of any shape: messages by field, plain text, a web page. Never with a secret. */
export function serviceMessage(body: unknown, secrets?: Iterable<string>): string {
	return masked(textOf(body, 0, { values: MOST_VALUES }), secrets);
}

/** @param rest how many values may still be read of the whole body. Each is read once */
function textOf(body: unknown, depth: number, rest: { values: number }): string {
	rest.values -= 1;
	if (rest.values < 0 || depth > DEEPEST) return '';
	if (typeof body === 'number') return String(body);
	if (typeof body === 'string') return textOfText(body.slice(0, MOST_LETTERS).trim(), depth === 0);
	const read = (value: unknown) => textOf(value, depth + 1, rest);
	if (Array.isArray(body)) return joined(body, read, rest);
	if (!isObject(body)) return '';
	const byField = (fields: unknown, known: string[] = []) => {
		if (!isObject(fields)) return read(fields);
		const names = Object.keys(fields).filter((name) => !known.includes(name));
		const readNamed = (name: string) => named(UNNAMED.test(name) ? '' : name, read(fields[name]));
		return joined(names, readNamed, rest);
	};
	const readKnown = (name: string) => (DETAILS.includes(name) ? byField : read)(body[name]);
	const message = joined(
		KNOWN.filter((name) => name in body),
		readKnown,
		rest,
	);
	if (message === '') return byField(body, KNOWN);
	rest.values -= FIELDS.length;
	return named(FIELDS.map((name) => fieldIn(body[name])).find(Boolean), message);
}

/** The first texts of some parts, each once. */
function joined<Part>(
	parts: Part[],
	read: (part: Part) => string,
	rest: { values: number },
): string {
	const texts = new Set<string>();
	for (const part of parts) {
		if (texts.size > MOST_TEXTS || rest.values <= 0) break;
		texts.add(read(part));
	}
	texts.delete('');
	return [...texts].slice(0, MOST_TEXTS).join('; ');
}

const named = (field: string | undefined, text: string): string =>
	field && text !== '' ? `${field.slice(0, LONGEST_NAME)}: ${text}` : text;

/** In `start_date`, `#/start_date`, or FastAPI's `["body", "start_date"]`. */
function fieldIn(value: unknown): string {
	const parts = typeof value === 'string' ? value.slice(0, LONGEST_NAME).split('/') : value;
	if (!Array.isArray(parts)) return '';
	const names = parts.slice(0, DEEPEST).filter((part) => /^(string|number)$/.test(typeof part));
	return names.filter((name) => !PLACES.test(String(name))).join('.');
}

function textOfText(text: string, isWhole: boolean): string {
	if (text.startsWith('<')) {
		const page = text.replace(/\s+/g, ' ').replace(MARKUP, '\n').split('\n');
		// Usually its title and the reason of a refusal.
		const texts = [...new Set(page.map((part) => part.trim()))].filter((part) => part !== '');
		return texts.slice(0, MOST_TEXTS_OF_PAGE).join('; ');
	}
	// The rest of a debug page in plain text is about the service's code.
	return isWhole ? (text.split('\n', 1)[0] ?? '').trim() : text;
}
