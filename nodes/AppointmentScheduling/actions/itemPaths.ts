import type { IDataObject } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';

const STEP = String.raw`\.[A-Za-z_$][\w$]*|\["[^"\\]+"\]|\['[^'\\]+'\]`;
const ITEM_PATH = new RegExp(String.raw`^=\{\{\s*\$json((?:${STEP})+)\s*\}\}$`);
const STEPS = new RegExp(STEP, 'g');

/** Returns undefined if only n8n can evaluate the value for this item. */
type ItemReader = (item: IDataObject) => unknown;

/**
 * Reads a parameter whose expressions are only paths into the item, such as `={{ $json.key }}`.
 * n8n evaluates expressions in an isolate (n8n-workflow, expression.js), which takes longer than the
 * rest of the work for an item. Undefined if there is any other expression. Not for tools, where
 * `$json` is another item.
 */
export function itemReader(raw: unknown): ItemReader | undefined {
	if (typeof raw === 'string' && raw.startsWith('=')) {
		const path = ITEM_PATH.exec(raw)?.[1];
		return path === undefined ? undefined : pathReader(path);
	}
	if (Array.isArray(raw)) return combined(raw, (values) => values);
	if (!isObject(raw)) return () => raw;
	const names = Object.keys(raw);
	return combined(Object.values(raw), (values) =>
		Object.fromEntries(names.map((name, index) => [name, values[index]])),
	);
}

/** Leaves missing values, dates, objects and what every object has to n8n. */
function pathReader(path: string): ItemReader {
	const names = (path.match(STEPS) ?? []).map((step) => step.replace(/^(\.|\[["'])|["']\]$/g, ''));
	return (item) => {
		let value: unknown = item;
		for (const name of names) {
			if (!isObject(value)) return undefined;
			value = value[name];
		}
		return ['string', 'number', 'boolean'].includes(typeof value) ? value : undefined;
	};
}

function combined(parts: unknown[], join: (values: unknown[]) => unknown): ItemReader | undefined {
	const readers = parts.map(itemReader);
	if (readers.some((reader) => reader === undefined)) return undefined;
	return (item) => {
		const values = readers.map((reader) => reader?.(item));
		const isWhole = values.every(
			(value, index) => value !== undefined || parts[index] === undefined,
		);
		return isWhole ? join(values) : undefined;
	};
}
