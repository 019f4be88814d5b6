import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { trueOrFalse } from './values';

/** Of calendars and services. */
export const activeFilterProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		{
			displayName: 'Is Active',
			name: 'isActive',
			type: 'boolean',
			default: true,
			description: 'Whether to return only active ones. Off returns only the others.',
		},
	],
};

/** Undefined for all. @throws InputError */
export const isActiveIn = (filters: IDataObject): boolean | undefined =>
	'isActive' in filters ? trueOrFalse(filters.isActive, 'Is Active') : undefined;
