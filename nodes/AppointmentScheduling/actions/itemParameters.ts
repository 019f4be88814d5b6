import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { asLocator } from '../parameters/locator';
import { isNothing, isUnset } from '../parameters/values';
import { isObject, objectOf } from '../service/values/objects';

/** As n8n finds it (n8n-workflow, from-ai-parse-utils.ts). */
const FROM_MODEL = /\$fromAI\s*\(/i;

/**
 * The node's parameters for one item. Each is evaluated once, when it is first asked for.
 *
 * Models fill every field, so a model leaves a field blank by giving nothing or a word for nothing: then
 * it is '', and not given. What the workflow leaves blank is given, because it may bind a model to
 * something. It is refused where it is used.
 */
export class ItemParameters {
	/**
	 * n8n runs tools in two ways: `isToolExecution()` reports one (n8n-core, supply-data-context.js),
	 * and the suffix of the type shows the other. There, `$json` is not the input item but the agent's.
	 */
	readonly isTool: boolean;
	private readonly values = new Map<string, unknown>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
	) {
		this.isTool = context.isToolExecution?.() || context.getNode().type.endsWith('Tool');
	}

	get(name: string): unknown {
		if (!this.values.has(name)) {
			const value: unknown = this.context.getNodeParameter(name, this.itemIndex, '');
			this.values.set(name, this.isTool ? withoutBlanks(value, this.stored(name)) : value);
		}
		return this.values.get(name);
	}

	isGiven(name: string): boolean {
		const stored = this.stored(name);
		const isBound = typeof stored === 'string' && stored.startsWith('=') && !isFromModel(stored);
		return isBound || !isUnset(this.get(name));
	}

	/** What was added to a collection, and is given. */
	collection(name: string): IDataObject {
		const stored = this.stored(name) ?? {};
		if (Object.keys(stored).length === 0) return {};
		const isGiven = ([field, value]: [string, unknown]) =>
			!this.isTool || !isLeftBlank(value, objectOf(stored)[field]);
		return Object.fromEntries(Object.entries(objectOf(this.get(name))).filter(isGiven));
	}

	/** The fields of a collection that a model fills. */
	filledByModel(name: string): string[] {
		const stored = objectOf(this.stored(name));
		return Object.keys(stored).filter((field) => isFromModel(stored[field]));
	}

	/** As the workflow has it: an expression is not evaluated. */
	private stored(name: string): INodeParameters[string] {
		return this.context.getNode().parameters[name];
	}
}

/** Whether a model fills the value, or a part of it. */
const isFromModel = (stored: unknown): boolean => FROM_MODEL.test(JSON.stringify(stored ?? ''));

/** Only the user makes a locator. An object that a model gives is refused where it is used. */
const isLeftBlank = (value: unknown, stored: unknown): boolean =>
	isFromModel(stored) && (isObject(stored) ? asLocator(value).value : value) === '';

/** With '' for what a model left blank. */
function withoutBlanks(value: unknown, stored: unknown): unknown {
	if (typeof stored === 'string') return isNothing(value) && isFromModel(stored) ? '' : value;
	if (Array.isArray(value) && Array.isArray(stored)) {
		return value.map((part, index) => withoutBlanks(part, stored[index]));
	}
	if (!isObject(value) || !isObject(stored)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => [name, withoutBlanks(part, stored[name])]),
	);
}
