import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { asLocator, trueOrFalse, type Locator } from '../fields/values';
import { isObject } from '../service/values/bodies';
import { itemReader } from './itemPaths';

/** The node's parameters. A parameter without an expression is read once for all items. */
export class NodeParameters {
	private readonly readers = new Map<string, (itemIndex: number) => unknown>();
	readonly isTool: boolean;

	constructor(private readonly context: IExecuteFunctions) {
		this.isTool = isTool(context);
	}

	of(itemIndex: number): ItemParameters {
		return new ItemParameters((name) => this.get(name, itemIndex), this.isTool);
	}

	get(name: string, itemIndex: number): unknown {
		const read = this.readers.get(name) ?? this.readerOf(name, itemIndex);
		this.readers.set(name, read);
		return read(itemIndex);
	}

	private readerOf(name: string, first: number): (itemIndex: number) => unknown {
		const { context } = this;
		const raw = context.getNode().parameters[name];
		const read = (itemIndex: number): unknown => context.getNodeParameter(name, itemIndex, '');
		if (!hasExpression(raw)) {
			const value = read(first);
			return () => value;
		}
		const items = context.getInputData();
		const path = this.isTool ? undefined : itemReader(raw);
		return (itemIndex) => path?.(items[itemIndex]?.json ?? {}) ?? read(itemIndex);
	}
}

/**
 * In an agent's tool, the input item contains the model's arguments, but `$json` is the agent's
 * item. n8n runs tools in two ways: `isToolExecution()` reports one, and the suffix shows the other.
 */
const isTool = (context: IExecuteFunctions): boolean =>
	(context.isToolExecution?.() ?? false) || context.getNode().type.endsWith('Tool');

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

/** The parameters as one item sees them. */
export class ItemParameters {
	constructor(
		readonly get: (name: string) => unknown,
		readonly isTool: boolean,
	) {}

	/** False if the workflow has no value. @throws InputError naming `field` */
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

	locator(name: string): Locator {
		return asLocator(this.get(name));
	}
}
