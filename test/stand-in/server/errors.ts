import type { ErrorObject } from 'ajv';
import { Refusal } from './refusal';

/** What Django REST framework says, by the keyword of a schema and the format it wants. */
const WORDS: Record<string, string> = {
	required: 'This field is required.',
	minLength: 'This field may not be blank.',
	minItems: 'This list may not be empty.',
	string: 'Not a valid string.',
	boolean: 'Must be a valid boolean.',
	integer: 'A valid integer is required.',
	array: 'Expected a list of items.',
	object: 'Invalid data. Expected a dictionary.',
	uuid: 'Must be a valid UUID.',
	email: 'Enter a valid email address.',
	'https-url': 'Enter a valid URL.',
	date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
	'date-time':
		'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
};

type Node = { [name: string]: Node | string[] } | Array<Node | string[]>;

/** What the checks of a description found, as an object by field. */
export function refusalOf(errors: readonly ErrorObject[]): Refusal {
	const body: Node = {};
	for (const error of errors) {
		const { keyword, params } = error;
		// The first two are empty, and where it stands: `query` or `requestBody`.
		const path = error.instancePath.split('/').slice(2);
		if (keyword === 'required') path.push(String(params.missingProperty));
		if (keyword === 'minItems') path.push('non_field_errors');
		// A list of texts has its words in one place.
		if (/^\d+$/.test(path.at(-1) ?? '') && params.type !== 'object') path.pop();
		put(body, path.length === 0 ? ['non_field_errors'] : path, wordsFor(error));
	}
	return new Refusal(400, body);
}

function put(node: Node, [name = '', ...rest]: string[], words: string): void {
	const container = node as Record<string, Node | string[]>;
	if (rest.length === 0) {
		container[name] = [words];
		return;
	}
	container[name] ??= /^\d+$/.test(rest[0]!) ? [] : {};
	const inner = container[name];
	// Those without an error have an empty place.
	if (Array.isArray(inner)) for (let at = inner.length; at <= Number(rest[0]); at++) inner[at] = {};
	put(inner as Node, rest, words);
}

function wordsFor({ keyword, params, data, message }: ErrorObject): string {
	if (keyword === 'enum') return `"${String(data)}" is not a valid choice.`;
	return WORDS[String(params.format ?? params.type ?? keyword)] ?? message ?? 'Not valid.';
}
