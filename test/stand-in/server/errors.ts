import type { ErrorObject } from 'ajv';
import { Refusal } from './refusal';

/** What Django REST framework says, by the keyword of a schema and the format it wants. */
const WORDS: Record<string, string> = {
	required: 'This field is required.',
	minLength: 'This field may not be blank.',
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
export function refusalOf(errors: readonly ErrorObject[], data: unknown): Refusal {
	const body: Node = {};
	for (const error of errors) {
		// The first two are empty, and where it stands: `query` or `requestBody`.
		const path = error.instancePath.split('/').slice(2);
		if (error.keyword === 'required') path.push(String(error.params.missingProperty));
		if (error.keyword === 'minItems') path.push('non_field_errors');
		// A list of texts has its words in one place.
		if (/^\d+$/.test(path.at(-1) ?? '') && error.params.type !== 'object') path.pop();
		put(body, path.length === 0 ? ['non_field_errors'] : path, wordsFor(error, data));
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

function wordsFor(error: ErrorObject, data: unknown): string {
	const { keyword, params, instancePath } = error;
	if (keyword === 'enum') {
		const value = instancePath
			.split('/')
			.slice(1)
			.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], data);
		return `"${String(value)}" is not a valid choice.`;
	}
	if (keyword === 'minItems') return 'This list may not be empty.';
	const word = WORDS[String(params.format ?? params.type ?? keyword)];
	return word ?? error.message ?? 'Not valid.';
}
