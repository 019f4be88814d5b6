import type { INodeListSearchItems } from 'n8n-workflow';

import { shownText } from '../service/values/text';

/** Replaces the signs of an expression. */
const SIGNS: Record<string, string> = { '{': '(', '}': ')', $: '＄' };
/** What n8n or the editor could take for the start of an expression, and what hides it. */
const START = /^[\s\p{C}=＝]+/u;

/**
 * A row of a list, which n8n can't evaluate. Anybody who books an appointment chooses the name in
 * it, and n8n stores name and value of the chosen row in the workflow. Later it evaluates each
 * string of a parameter that starts with `=` (n8n-workflow, expressions/expression-helpers.ts), and
 * a tool takes `$fromAI(` in any string for an argument (from-ai-parse-utils.ts). A field that is
 * switched to Expression puts `=` before the value. So a key with such signs is not offered.
 */
export function row(value: string, name: string): INodeListSearchItems[] {
	if (START.test(value) || /[{}$<>]/.test(value)) return [];
	const plain = shownText(name).replace(/[{}$]/g, (sign) => SIGNS[sign] ?? '');
	return [{ name: plain.replace(START, '') || value, value }];
}
