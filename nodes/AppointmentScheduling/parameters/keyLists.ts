import type { INodeProperties } from 'n8n-workflow';

import { validKeys } from '../service/values/keys';

const SERVICES = 'Service Names or IDs';

export const serviceKeysProperty: INodeProperties = {
	displayName: SERVICES,
	name: 'serviceKeys',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getServices' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'An expression gives each service_key, in an array or separated by commas',
};

/** @throws InputError if there is none */
export const chosenServices = (value: unknown): string[] => validKeys(value, SERVICES);

export const tagKeysProperty: INodeProperties = {
	displayName: 'Tag Keys',
	name: 'tagKeys',
	type: 'string',
	default: '',
	placeholder: 'e.g. 8f14e45f-…, c51ce410-…',
	description: 'Keys of tags, separated by commas',
};
