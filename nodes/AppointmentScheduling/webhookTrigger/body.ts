import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { jsonIn } from '../service/values/objects';

/** A notification takes less than 1 KB. */
const MOST_BYTES = 1_000_000;
const DEEPEST = 40;
const UNSAFE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export interface Refusal {
	status: number;
	message: string;
}

/** Absent for a form with files. */
const rawBodyOf = (context: IWebhookFunctions): Buffer | undefined =>
	(context.getRequestObject() as { rawBody?: Buffer }).rawBody;

export function sizeFlaw(context: IWebhookFunctions): Refusal | undefined {
	const { length = 0 } = rawBodyOf(context) ?? {};
	return length > MOST_BYTES ? { status: 413, message: 'The body is too large' } : undefined;
}

/** Whatever the content type says. Undefined for what is no JSON. */
export const bodyOf = (context: IWebhookFunctions): unknown => jsonIn(rawBodyOf(context));

/** Refuses names that could reach an object's prototype, and nesting that is too deep for n8n. */
export function structureFlaw(value: unknown, depth = 1): string | undefined {
	if (value === null || typeof value !== 'object') return undefined;
	if (depth > DEEPEST) return 'The body is nested too deeply';
	for (const [name, inner] of Object.entries(value as IDataObject)) {
		if (UNSAFE_NAMES.has(name)) return 'The body has a field with a name that is not allowed';
		const flaw = structureFlaw(inner, depth + 1);
		if (flaw !== undefined) return flaw;
	}
	return undefined;
}
