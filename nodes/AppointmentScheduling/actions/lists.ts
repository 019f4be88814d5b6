import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { wholeNumber } from '../fields/values';
import { ServiceError } from '../service/errors';
import type { Collected } from '../service/lists/collect';
import type { Call } from './operation';
import type { ItemParameters } from './parameters';
import { exceptTool, inTool } from './tool';

/** A model cannot use more entries. */
const TOOL_LIMIT = 100;

const limitProperty: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	displayOptions: exceptTool({ returnAll: [false] }),
	description: 'Max number of results to return',
};

/** Return All and Limit, as in every list operation of n8n. A tool has no Return All. */
export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: exceptTool(),
		description: 'Whether to return all results or only up to a given limit',
	},
	limitProperty,
	{
		...limitProperty,
		typeOptions: { minValue: 1, maxValue: TOOL_LIMIT },
		displayOptions: inTool(),
		hint: `A tool returns ${TOOL_LIMIT} at most`,
	},
];

/** The most entries to return, Infinity for all. @throws InputError */
export function limitOf(parameters: ItemParameters): number {
	if (!parameters.isTool && parameters.flag('returnAll', 'Return All')) return Infinity;
	const limit = wholeNumber(parameters.get('limit'), 'Limit', 1);
	return parameters.isTool ? Math.min(limit, TOOL_LIMIT) : limit;
}

/**
 * The entries of a list. If some may be missing, shows a hint. In a tool it is an error, because a
 * model would present a part as the whole.
 */
export function entriesOf(
	{ elements, incomplete }: Collected,
	{ parameters, notify }: Call,
): IDataObject[] {
	if (incomplete !== undefined && parameters.isTool) {
		throw new ServiceError(incomplete, 'Narrow the list with filters or a lower limit');
	}
	if (incomplete !== undefined) notify(incomplete);
	return elements;
}
