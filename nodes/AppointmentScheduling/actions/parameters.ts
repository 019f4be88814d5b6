import type {
	GenericValue,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	NodeParameterValueType,
} from 'n8n-workflow';

import { asLocator, type Locator } from '../fields/locator';
import { trueOrFalse, wholeNumber } from '../fields/values';
import { isObject } from '../service/values/bodies';
import { TOOL_LIMIT } from './listLength';
import { itemReader, type ItemReader } from './itemPaths';

/** The node's parameters. A parameter without an expression is read once for all items. */
export class NodeParameters {
	private readonly shared = new Map<string, NodeParameterValueType | object>();
	private readonly readers = new Map<string, ItemReader | undefined>();
	private readonly raw: INodeParameters;
	private readonly items: INodeExecutionData[];
	readonly isTool: boolean;

	constructor(private readonly context: IExecuteFunctions) {
		this.raw = context.getNode().parameters;
		this.items = context.getInputData();
		this.isTool = isTool(context);
	}

	get(name: string, itemIndex: number): NodeParameterValueType | object {
		const known = this.shared.get(name);
		if (known !== undefined) return known;
		const own = this.readOf(name)?.(this.items[itemIndex]?.json ?? {});
		if (own !== undefined) return own as NodeParameterValueType;
		const value = this.context.getNodeParameter(name, itemIndex, '');
		if (!hasExpression(this.raw[name])) this.shared.set(name, value);
		return value;
	}

	of(itemIndex: number): ItemParameters {
		return new ItemParameters(this, itemIndex);
	}

	private readOf(name: string): ItemReader | undefined {
		if (!this.readers.has(name)) {
			const raw = this.raw[name];
			const isReadable = !this.isTool && hasExpression(raw);
			this.readers.set(name, isReadable ? itemReader(raw) : undefined);
		}
		return this.readers.get(name);
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
	if (Array.isArray(value)) return value.some(hasExpression);
	return isObject(value) && Object.values(value).some(hasExpression);
}

/** The parameters as one item sees them. */
export class ItemParameters {
	constructor(
		private readonly parameters: NodeParameters,
		private readonly itemIndex: number,
	) {}

	get isTool(): boolean {
		return this.parameters.isTool;
	}

	get(name: string): NodeParameterValueType | object {
		return this.parameters.get(name, this.itemIndex);
	}

	/** False if the workflow has no value. @throws InputError naming `field` */
	flag(name: string, field: string): boolean {
		const value = this.get(name);
		return value !== '' && trueOrFalse(value, field);
	}

	collection(name: string): IDataObject {
		const value = this.get(name);
		return isObject(value) ? value : {};
	}

	option(name: string): GenericValue | IDataObject[string] {
		return this.collection('options')[name];
	}

	locator(name: string): Locator {
		return asLocator(this.get(name));
	}

	/** The most entries to return, Infinity for all. @throws InputError */
	get limit(): number {
		if (!this.isTool && this.flag('returnAll', 'Return All')) return Infinity;
		const limit = wholeNumber(this.get('limit'), 'Limit', 1);
		return this.isTool ? Math.min(limit, TOOL_LIMIT) : limit;
	}
}
