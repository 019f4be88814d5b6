import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { trueOrFalse } from '../fields/values';
import { isObject } from '../service/values/bodies';
import { itemReader } from './itemPaths';

export class ItemParameters {
	constructor(
		readonly get: (name: string) => unknown,
		readonly isTool: boolean,
	) {}

	/** False if the workflow has no value. @throws InputError */
	flag(name: string, field: string): boolean {
		const value = this.get(name);
		return value !== '' && trueOrFalse(value, field);
	}

	collection(name: string): IDataObject {
		const value = this.get(name);
		return isObject(value) ? value : {};
	}

	option(name: string): unknown {
		return this.collection('options')[name];
	}
}

/**
 * The node's parameters for each item. One without an expression is read once for all items.
 *
 * In an agent's tool, the input item contains the model's arguments, but `$json` is the agent's
 * item. n8n runs tools in two ways: `isToolExecution()` reports one (n8n-core,
 * supply-data-context.js), and the suffix of the type shows the other.
 */
export function parametersOf(context: IExecuteFunctions): (itemIndex: number) => ItemParameters {
	const { parameters, type } = context.getNode();
	const items = context.getInputData();
	const isTool = (context.isToolExecution?.() ?? false) || type.endsWith('Tool');
	const readers = new Map<string, (itemIndex: number) => unknown>();
	const readerOf = (name: string, first: number) => {
		const read = (itemIndex: number): unknown => context.getNodeParameter(name, itemIndex, '');
		if (!hasExpression(parameters[name])) {
			const value = read(first);
			return () => value;
		}
		const path = isTool ? undefined : itemReader(parameters[name]);
		return (itemIndex: number) => path?.(items[itemIndex]?.json ?? {}) ?? read(itemIndex);
	};
	return (itemIndex) =>
		new ItemParameters((name) => {
			const read = readers.get(name) ?? readerOf(name, itemIndex);
			readers.set(name, read);
			return read(itemIndex);
		}, isTool);
}

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}
