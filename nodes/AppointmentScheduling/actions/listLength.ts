import type { INodeProperties } from 'n8n-workflow';

import { exceptTool, inTool } from './tool';

/** A model cannot use more entries. */
export const TOOL_LIMIT = 100;

/** Return All and Limit, as in every list operation of n8n. A tool has no Return All. */
export const listLengthProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		displayOptions: exceptTool(),
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: exceptTool({ returnAll: [false] }),
		description: 'Max number of results to return',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: TOOL_LIMIT },
		default: 50,
		displayOptions: inTool(),
		description: 'Max number of results to return',
		hint: `A tool returns ${TOOL_LIMIT} at most`,
	},
];
