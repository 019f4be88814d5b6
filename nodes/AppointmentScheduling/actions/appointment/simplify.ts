import type { INodeProperties } from 'n8n-workflow';

export function simplifyProperty(operation: string): INodeProperties {
	return {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: false,
		displayOptions: { show: { resource: ['appointment'], operation: [operation] } },
		description: 'Whether to return a simplified version of the response instead of the raw data',
	};
}
