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
const MOST_VALUES = 1_000;
const MOST_LETTERS = 20_000;
const LONGEST_NAME = 200;
const DEEPEST = 4;
const MOST_TEXTS_OF_PAGE = 3;
/** Also without their ends, because a page may be cut. */
const MARKUP = /<!--[^]*?(-->|$)|<(script|style)\b[^]*?(<\/\2>|$)|<[^>]*>?/gi;

/** What may still be read of a body. */
interface Rest {
	values: number;
	letters: number;
}

/** In a body of any shape: messages by field, plain text, a web page. Never with a secret. */
export function serviceMessage(body: unknown, secrets?: Iterable<string>): string {
	return masked(textOf(body, 0, { values: MOST_VALUES, letters: MOST_LETTERS }), secrets);
}

/** Visits each value once. */
function textOf(body: unknown, depth: number, rest: Rest): string {
	rest.values -= 1;
	if (rest.values < 0 || depth > DEEPEST) return '';
	if (typeof body === 'number') return String(body);
	if (typeof body === 'string') return textOfText(body, depth === 0, rest);
	if (Array.isArray(body)) {
		return textsOf(body, rest, (part) => textOf(part, depth + 1, rest)).join('; ');
	}
	if (!isObject(body)) return '';
	const given = (names: string[]) => names.filter((name) => name in body);
	const messages = textsOf(given(MESSAGES), rest, (name) => textOf(body[name], depth + 1, rest));
	const details = textsOf(given(DETAILS), rest, (name) => textByField(body[name], depth + 1, rest));
	const message = [...new Set(messages), ...details].join('; ');
	if (message === '') return textByField(body, depth, rest, [...MESSAGES, ...DETAILS]);
	rest.values -= FIELDS.length;
	return named(FIELDS.map((name) => fieldIn(body[name])).find(Boolean), message);
}

/** @param known names that have been read */
function textByField(body: unknown, depth: number, rest: Rest, known: string[] = []): string {
	if (!isObject(body)) return textOf(body, depth, rest);
	const names = Object.keys(body).filter((name) => !known.includes(name));
	const read = (name: string) =>
		named(UNNAMED.test(name) ? '' : name, textOf(body[name], depth + 1, rest));
	return textsOf(names, rest, read).join('; ');
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

function textOfText(body: string, isWhole: boolean, rest: Rest): string {
	const text = body.slice(0, rest.letters).trim();
	rest.letters -= text.length;
	if (text.startsWith('<')) return textOfPage(text);
	// The rest of a debug page in plain text is about the service's code.
	return isWhole ? (text.split('\n', 1)[0] ?? '').trim() : text;
}

/** The first texts of a web page, usually its title and the reason of a refusal. */
function textOfPage(page: string): string {
	const text = page.replace(/\s+/g, ' ').replace(MARKUP, '\n');
	const texts = text
		.split('\n')
		.map((part) => part.trim())
		.filter((part) => part !== '');
	return [...new Set(texts)].slice(0, MOST_TEXTS_OF_PAGE).join('; ');
}

/** The first texts of some parts, without empty ones. */
function textsOf<Part>(parts: Part[], rest: Rest, read: (part: Part) => string): string[] {
	const texts: string[] = [];
	for (const part of parts) {
		if (texts.length >= MOST_TEXTS || rest.values <= 0) break;
		const text = read(part);
		if (text !== '') texts.push(text);
	}
	return texts;
}
