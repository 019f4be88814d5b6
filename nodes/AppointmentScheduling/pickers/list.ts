import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import type { Client } from '../service/client';
import { keyIn } from '../service/values/keys';
import { shownText } from '../service/values/texts';

/** A name by its key. */
export type Row = readonly [key: unknown, name: string];

/** Replaces the signs of an expression. */
const SIGNS: Record<string, string> = { '{': '(', '}': ')', $: '＄' };
/** What n8n or the editor could take for the start of an expression, and what hides it. */
const START = /^[\s\p{C}=＝]+/u;

/** The editor then proposes another way. */
const LONGEST_WAIT_MS = 10_000;

/** @param read the rows, and where the next page begins */
export async function list(
	context: ILoadOptionsFunctions,
	read: (client: Client) => Promise<{ rows: Iterable<Row>; paginationToken?: string }>,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(context, { isUrgent: true, longestWait: LONGEST_WAIT_MS });
		const { rows, paginationToken } = await read(client);
		return { results: [...rows].flatMap(plainRow), paginationToken };
	} catch (error) {
		const failure = toNodeError(context.getNode(), error);
		// The editor shows the HTTP status before the message (n8n-editor-ui, ResourceLocator.vue).
		if ('httpCode' in failure)
			failure.message = failure.message.replace(` (${failure.httpCode})`, '');
		throw failure;
	}
}

/**
 * A row that n8n can't evaluate. Anybody who books an appointment chooses the name in it, and n8n
 * stores the chosen row in the workflow. Later it evaluates strings that start with `=`
 * (n8n-workflow, expressions/expression-helpers.ts), which the editor puts before the value of an
 * Expression, and a tool takes `$fromAI(` for an argument (from-ai-parse-utils.ts). So a key with
 * such signs is not offered.
 */
function plainRow([given, name]: Row): INodeListSearchItems[] {
	const value = keyIn(given);
	if (value === undefined || /^[=＝]|[{}$<>]/.test(value)) return [];
	const plain = shownText(name).replace(/[{}$]/g, (sign) => SIGNS[sign] ?? '');
	return [{ name: plain.replace(START, '') || value, value }];
}
