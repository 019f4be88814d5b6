import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { asLocator } from '../parameters/locator';
import { isUnset, trueOrFalse } from '../parameters/values';
import { isObject } from '../service/values/bodies';

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

	get(name: string): unknown {
		if (!this.values.has(name)) {
			this.values.set(name, this.context.getNodeParameter(name, this.itemIndex, ''));
		}
		return this.values.get(name);
	}

	/** False if the workflow has no value. @throws InputError */
	flag(name: string, field: string): boolean {
		const value = this.get(name);
		return value !== '' && trueOrFalse(value, field);
	}

	/** Without what a model left blank, because models fill every field. */
	collection(name: string): IDataObject {
		const value = this.get(name);
		if (!isObject(value)) return {};
		const isGiven = ([part, given]: [string, unknown]) => !this.isLeftBlank(name, part, given);
		return Object.fromEntries(Object.entries(value).filter(isGiven));
	}

	/** The fields of a collection that a model left blank. */
	leftBlank(name: string): string[] {
		const given = this.collection(name);
		return Object.keys(this.get(name) ?? {}).filter((field) => !(field in given));
	}

	/** Undefined if it was not added, or a model left it blank. Evaluates no other option. */
	option(name: string): unknown {
		const { options } = this.context.getNode().parameters;
		if (!isObject(options) || !Object.hasOwn(options, name)) return undefined;
		const value = this.get(`options.${name}`);
		return this.isLeftBlank('options', name, value) ? undefined : value;
	}

	private isLeftBlank(collection: string, field: string, value: unknown): boolean {
		if (!this.isTool) return false;
		const stored = (this.context.getNode().parameters[collection] as IDataObject)[field];
		// Only the user makes a locator. Of a model, any object is refused where it is used.
		const given = isObject(stored) ? asLocator(value).value : value;
		return isUnset(given) && isFromModel(stored);
	}
}

const isFromModel = (value: unknown): boolean => JSON.stringify(value ?? '').includes('$fromAI(');
