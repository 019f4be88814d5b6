import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { numberProperty, trueOrFalse, wholeNumber } from '../parameters/values';
import { ALL_ENTRIES, type List } from '../service/lists';
import type { Call, Operation } from './operation';
import type { ItemParameters } from './itemParameters';

/** A model cannot use more entries. */
const TOOL_LIMIT = 100;

export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		...numberProperty('Limit', 'limit', 1, 50, 'Max number of results to return'),
		displayOptions: { hide: { returnAll: [true] } },
	},
];

export const limitInTool: Operation['toolDefaults'] = { returnAll: 'hidden' };

/** @throws InputError */
function limitOf(parameters: ItemParameters): number {
	const isAll = !parameters.isTool && trueOrFalse(parameters.get('returnAll'), 'Return All');
	if (isAll) return ALL_ENTRIES;
	const limit = wholeNumber(parameters.get('limit'), 'Limit', 1);
	return parameters.isTool ? Math.min(limit, TOOL_LIMIT) : limit;
}

/**
 * The entries up to 'Limit'. A tool reads one more, because a model takes what it gets for the whole.
 * @param others how a model gets those that are left out
 * @throws InputError
 */
export async function limitedEntries(
	{ parameters, hint, note }: Call,
	read: (most: number) => Promise<Pick<List, 'entries' | 'incomplete'>>,
	others?: string,
): Promise<IDataObject[]> {
	const limit = limitOf(parameters);
	const { entries, incomplete } = await read(parameters.isTool ? limit + 1 : limit);
	if (incomplete !== undefined) hint(incomplete);
	if (entries.length > limit) {
		note(`These are the first ${limit}. There are more`);
		if (others !== undefined) note(others);
	}
	return entries.slice(0, limit);
}
