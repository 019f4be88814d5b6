import type { IDataObject, IExecuteFunctions, INodeParameters } from 'n8n-workflow';

import { asLocator } from '../../parameters/locator';
import { trueOrFalse } from '../../parameters/values';
import { isBlank, isObject } from '../../service/values/bodies';

export class ItemParameters {
	constructor(
		readonly get: (name: string) => unknown,
		readonly isTool: boolean,
		private readonly stored: INodeParameters,
	) {}

	/** False if the workflow has no value. @throws InputError */
	flag(name: string, field: string): boolean {
		const value = this.get(name);
		return value !== '' && trueOrFalse(value, field);
	}

	/** Without what a model left blank, because models fill every field. */
	collection(name: string): IDataObject {
		const [value, stored] = [this.get(name), this.stored[name] as IDataObject];
		if (!isObject(value)) return {};
		const isLeftBlank = ([field, given]: [string, unknown]) =>
			this.isTool && isBlank(asLocator(given).value) && isFromModel(stored[field]);
		return Object.fromEntries(Object.entries(value).filter((entry) => !isLeftBlank(entry)));
	}

	option(name: string): unknown {
		return this.collection('options')[name];
	}
}

/**
 * The node's parameters for each item. One without an expression is read once for all items.
 *
 * n8n runs tools in two ways: `isToolExecution()` reports one (n8n-core, supply-data-context.js), and
 * the suffix of the type shows the other. There, `$json` is not the input item but the agent's.
 */
export function parametersOf(context: IExecuteFunctions): (itemIndex: number) => ItemParameters {
	const { parameters, type } = context.getNode();
	const isTool = (context.isToolExecution?.() ?? false) || type.endsWith('Tool');
	const items = context.getInputData();
	const constants = new Map<string, unknown>();
	const read = (name: string, itemIndex: number): unknown => {
		if (constants.has(name)) return constants.get(name);
		const raw = parameters[name];
		const known = isTool ? undefined : valueAtPath(raw, items[itemIndex]?.json ?? {});
		const value = known ?? context.getNodeParameter(name, itemIndex, '');
		if (!hasExpression(raw)) constants.set(name, value);
		return value;
	};
	return (itemIndex) => new ItemParameters((name) => read(name, itemIndex), isTool, parameters);
}

const isFromModel = (value: unknown): boolean => JSON.stringify(value ?? '').includes('$fromAI(');

function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(hasExpression);
}

const ITEM_PATH = /^=\{\{ *\$json((?:\.[A-Za-z_]\w*)+) *\}\}$/;

/**
 * The value of `={{ $json.key }}`, also in a locator: n8n takes half a millisecond for it, which is
 * more than all other work for an item. Undefined for everything else, which n8n has to evaluate.
 */
export function valueAtPath(raw: unknown, item: IDataObject): unknown {
	if (isObject(raw)) {
		const value = valueAtPath(raw.value, item);
		return value === undefined || hasExpression({ ...raw, value }) ? undefined : { ...raw, value };
	}
	const [, path = ''] = (typeof raw === 'string' && ITEM_PATH.exec(raw)) || [];
	const names = path.split('.').slice(1);
	const value = names.reduce<unknown>(
		(found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
		item,
	);
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}
