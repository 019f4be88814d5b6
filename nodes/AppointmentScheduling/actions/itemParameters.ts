import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { filterOptions } from '../parameters/filters';
import { asLocator } from '../parameters/locator';
import { isUnset, trueOrFalse } from '../parameters/values';
import { InputError } from '../service/errors';
import { isObject } from '../service/values/objects';

/** What models and careless expressions write for nothing. */
const NOTHING = /^\s*(?:null|none|n\/a|undefined)\s*$/i;
/** As n8n finds it (n8n-workflow, from-ai-parse-utils.ts). */
const FROM_MODEL = /\$fromAI\s*\(/i;

/** The node's parameters for one item. Each is evaluated once, when it is first asked for. */
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

	/** Without the words for nothing where a model fills the value, also inside of collections. */
	get(name: string): unknown {
		if (!this.values.has(name)) {
			const value: unknown = this.context.getNodeParameter(name, this.itemIndex, '');
			const stored = this.stored(name);
			this.values.set(name, this.isTool ? withoutWords(value, stored) : value);
		}
		return this.values.get(name);
	}

	/**
	 * False if it is blank, and a model fills it or nobody does. What an expression of the workflow leaves
	 * blank is refused where it is used: it may bind a model to something.
	 */
	isGiven(name: string): boolean {
		const stored = this.stored(name);
		const isBound = typeof stored === 'string' && stored.startsWith('=') && !isFromModel(stored);
		return isBound || !isUnset(this.get(name));
	}

	/** False if the workflow has no value. @throws InputError */
	flag(name: string, field: string): boolean {
		const value = this.get(name);
		return value !== '' && trueOrFalse(value, field);
	}

	/**
	 * Without what a model left blank, because models fill every field.
	 * @throws InputError for a filter with a word for nothing that no model wrote
	 */
	collection(name: string): IDataObject {
		const value = this.get(name);
		if (!isObject(value)) return {};
		const isGiven = ([part, given]: [string, unknown]) => !this.isLeftBlank(name, part, given);
		const given = Object.fromEntries(Object.entries(value).filter(isGiven));
		if (name === 'filters') refuseWords(given);
		return given;
	}

	/** The fields of a collection that a model left blank. */
	leftBlank(name: string): string[] {
		const given = this.collection(name);
		return Object.keys(this.get(name) ?? {}).filter((field) => !(field in given));
	}

	/**
	 * Undefined if it was not added, or a model left it blank. Evaluates no other option. An expression
	 * without a value is undefined too: `hasOption` tells that apart.
	 */
	option(name: string): unknown {
		if (!this.hasOption(name)) return undefined;
		const value = this.get(`options.${name}`);
		return this.isLeftBlank('options', name, value) ? undefined : value;
	}

	/** Whether it was added. */
	hasOption(name: string): boolean {
		const options = this.stored('options');
		return isObject(options) && Object.hasOwn(options, name);
	}

	/** As the workflow has it: an expression is not evaluated. */
	storedOption(name: string): unknown {
		return this.stored(`options.${name}`);
	}

	private stored(name: string): unknown {
		let value: unknown = this.context.getNode().parameters;
		for (const part of name.split('.')) value = isObject(value) ? value[part] : undefined;
		return value;
	}

	private isLeftBlank(collection: string, field: string, value: unknown): boolean {
		if (!this.isTool) return false;
		const stored = this.stored(`${collection}.${field}`);
		// Only the user makes a locator. Of a model, any object is refused where it is used.
		const given = isObject(stored) ? asLocator(value).value : value;
		return isUnset(given) && isFromModel(stored);
	}
}

/** Whether a model fills the value, or a part of it. @param stored as the workflow has it */
export const isFromModel = (stored: unknown): boolean =>
	FROM_MODEL.test(JSON.stringify(stored ?? ''));

/** @param stored the same parameter as the workflow has it */
function withoutWords(value: unknown, stored: unknown): unknown {
	if (typeof value === 'string') return NOTHING.test(value) && isFromModel(stored) ? '' : value;
	if (Array.isArray(value) && Array.isArray(stored)) {
		return value.map((part, index) => withoutWords(part, stored[index]));
	}
	if (!isObject(value) || !isObject(stored)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, part]) => [name, withoutWords(part, stored[name])]),
	);
}

/** Filters bind a model to what the workflow lets it see. */
function refuseWords(filters: IDataObject): void {
	for (const { name, displayName } of filterOptions) {
		const { value } = asLocator(filters[name]);
		if (typeof value !== 'string' || !NOTHING.test(value)) continue;
		const advice = 'Check the expression, or remove the filter';
		throw new InputError(displayName, `"${value.trim()}" is not a value`, advice);
	}
}
