import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';

const ITEM_PATH = /^=\{\{ *\$json((?:\.[A-Za-z_$][\w$]*)+) *\}\}$/;

/**
 * A parameter whose expressions are only paths into the item, such as `={{ $json.key }}`. n8n takes
 * milliseconds for each of them, which is more than the rest of the work for an item. Undefined if
 * only n8n can evaluate it. Not for tools, where `$json` is another item.
 */
export function valueAtPaths(raw: unknown, item: IDataObject): unknown {
	if (typeof raw === 'string') return raw.startsWith('=') ? valueAt(raw, item) : raw;
	if (Array.isArray(raw)) {
		const values = raw.map((part) => valueAtPaths(part, item));
		return values.includes(undefined) ? undefined : values;
	}
	if (!isObject(raw)) return raw;
	const values = valueAtPaths(Object.values(raw), item) as unknown[] | undefined;
	const names = Object.keys(raw);
	return values && Object.fromEntries(values.map((value, index) => [names[index], value]));
}

/** Leaves missing values, dates, objects and what every object has to n8n. */
function valueAt(expression: string, item: IDataObject): unknown {
	const [, path] = ITEM_PATH.exec(expression) ?? [];
	const names = path?.split('.').slice(1) ?? [];
	const value = names.reduce<unknown>(
		(found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
		item,
	);
	return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
}
