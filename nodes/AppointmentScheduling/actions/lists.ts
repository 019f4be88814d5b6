import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { numberProperty, wholeNumber } from '../fields/values';
import { ServiceError } from '../service/errors';
import type { Collected } from '../service/lists/collect';
import type { Call } from './operation';
import type { ItemParameters } from './parameters';
import { exceptTool, inTool } from './tool';

/** A model cannot use more entries. */
const TOOL_LIMIT = 100;

const limitProperty: INodeProperties = {
	...numberProperty('Limit', 'limit', 1, 50, 'Max number of results to return'),
	displayOptions: exceptTool({ returnAll: [false] }),
};

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

/** Infinity for all. @throws InputError */
export function limitOf(parameters: ItemParameters): number {
	if (!parameters.isTool && parameters.flag('returnAll', 'Return All')) return Infinity;
	const limit = wholeNumber(parameters.get('limit'), 'Limit', 1);
	return parameters.isTool ? Math.min(limit, TOOL_LIMIT) : limit;
}

export function entriesOf(
	{ elements, incomplete }: Collected,
	{ parameters, notify }: Call,
): IDataObject[] {
	// A model would present a part as the whole.
	if (incomplete !== undefined && parameters.isTool) {
		throw new ServiceError(incomplete, 'Narrow the list with filters or a lower limit');
	}
	if (incomplete !== undefined) notify(incomplete);
	return elements;
}
