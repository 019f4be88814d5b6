import type { INodeProperties } from 'n8n-workflow';

import * as create from './create.operation';
import * as remove from './delete.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const webhookProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['webhook'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				action: 'Create webhook',
				description: 'Register a URL that the service notifies of events',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete webhook',
				description: 'Delete a webhook, so that the service stops notifying its URL',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				action: 'Get many webhooks',
				description: 'Retrieve many webhooks',
			},
			{
				name: 'Update',
				value: 'update',
				action: 'Update webhook',
				description: 'Change the URL and the events of a webhook',
			},
		],
		default: 'getAll',
	},
	...create.properties,
	...remove.properties,
	...getAll.properties,
	...update.properties,
];

export const webhookOperations = { create, delete: remove, getAll, update };
