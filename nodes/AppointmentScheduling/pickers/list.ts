import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { zoneIfSet } from '../n8n/zone';
import type { Client } from '../service/client';
import { folded, shownText } from '../service/values/texts';

/** Replaces the signs of an expression. */
const SIGNS: Record<string, string> = { '{': '(', '}': ')', $: '＄' };
const UNUSABLE = /[{}$<>\p{Cc}\p{Cf}\p{Z}]/u;
/** What n8n or the editor could take for the start of an expression, and what hides it. */
const START = /^[\s\p{C}=＝]+/u;

/** The editor then proposes another way. */
const LONGEST_WAIT_MS = 10_000;

/** @param read the names by key, and where the next page begins */
export async function list(
	context: ILoadOptionsFunctions,
	read: (
		client: Client,
		zone: string | undefined,
	) => Promise<{ names: Map<string, string>; paginationToken?: string }>,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(context, { isUrgent: true, longestWait: LONGEST_WAIT_MS });
		const { names, paginationToken } = await read(client, zoneIfSet(client));
		return { results: [...names].flatMap(([key, name]) => row(key, name)), paginationToken };
	} catch (error) {
		const failure = toNodeError(context.getNode(), error);
		// The editor shows the HTTP status before the message (n8n-editor-ui, ResourceLocator.vue).
		if ('httpCode' in failure)
			failure.message = failure.message.replace(` (${failure.httpCode})`, '');
		throw failure;
	}
}

export const contains = (text: string, typed: string): boolean =>
	folded(text).includes(folded(typed));

/**
 * A row that n8n can't evaluate. Anybody who books an appointment chooses the name in it, and n8n
 * stores the chosen row in the workflow. Later it evaluates strings that start with `=`
 * (n8n-workflow, expressions/expression-helpers.ts), which the editor puts before the value of an
 * Expression, and a tool takes `$fromAI(` for an argument (from-ai-parse-utils.ts). So a key with
 * such signs, or one that cannot be seen, is not offered.
 */
export function row(value: string, name: string): INodeListSearchItems[] {
	if (START.test(value) || UNUSABLE.test(value)) return [];
	const plain = shownText(name).replace(/[{}$]/g, (sign) => SIGNS[sign] ?? '');
	return [{ name: plain.replace(START, '') || value, value }];
}
