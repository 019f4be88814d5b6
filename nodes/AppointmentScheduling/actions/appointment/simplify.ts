import type { INodeProperties } from 'n8n-workflow';

import { withToolVariant } from '../tool';

/** On by default in a tool, where every field costs tokens. */
export const simplifyProperties: INodeProperties[] = withToolVariant(
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: false,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
	{ default: true },
);
