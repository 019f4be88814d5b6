import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { asLocator } from '../parameters/locator';
import { trueOrFalse } from '../parameters/values';
import { isBlank, isObject } from '../service/values/bodies';

/** The node's parameters for one item. */
export class ItemParameters {
	/**
	 * n8n runs tools in two ways: `isToolExecution()` reports one (n8n-core, supply-data-context.js),
	 * and the suffix of the type shows the other. There, `$json` is not the input item but the agent's.
	 */
	readonly isTool: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly itemIndex: number,
	) {
		this.isTool = context.isToolExecution?.() || context.getNode().type.endsWith('Tool');
	}

	get(name: string): unknown {
		return this.context.getNodeParameter(name, this.itemIndex, '');
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
		const stored = this.context.getNode().parameters[name] as IDataObject;
		const isLeftBlank = ([field, given]: [string, unknown]) =>
			this.isTool && isBlank(asLocator(given).value) && isFromModel(stored[field]);
		return Object.fromEntries(Object.entries(value).filter((entry) => !isLeftBlank(entry)));
	}

	option(name: string): unknown {
		return this.collection('options')[name];
	}
}

const isFromModel = (value: unknown): boolean => JSON.stringify(value ?? '').includes('$fromAI(');
