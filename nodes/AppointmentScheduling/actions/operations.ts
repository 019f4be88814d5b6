import type { INodeProperties } from 'n8n-workflow';

import * as cancel from './appointment/cancel.operation';
import * as get from './appointment/get.operation';
import * as getAll from './appointment/getAll.operation';
import * as getFreeTimes from './appointment/getFreeTimes.operation';
import * as reschedule from './appointment/reschedule.operation';
import * as updateStatus from './appointment/updateStatus.operation';
import type { Operation } from './operation';
import * as createWebhook from './webhook/create.operation';
import * as deleteWebhook from './webhook/delete.operation';
import * as getAllWebhooks from './webhook/getAll.operation';
import * as updateWebhook from './webhook/update.operation';

/** All operations by resource and name, as in saved workflows. */
export const operations: Record<string, Record<string, Operation>> = {
	appointment: { cancel, get, getFreeTimes, getAll, reschedule, updateStatus },
	webhook: {
		create: createWebhook,
		delete: deleteWebhook,
		getAll: getAllWebhooks,
		update: updateWebhook,
	},
};

/** For each resource, the choice of its operations, and their parameters. */
export const operationProperties: INodeProperties[] = Object.entries(operations).flatMap(
	([resource, ofResource]) => [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options: Object.entries(ofResource).map(([value, { option }]) => ({ value, ...option })),
			default: 'getAll',
		},
		...Object.entries(ofResource).flatMap(([operation, { properties }]) =>
			properties.map((property) => {
				const { show, hide } = property.displayOptions ?? {};
				const shown = { resource: [resource], operation: [operation], ...show };
				return { ...property, displayOptions: { show: shown, ...(hide && { hide }) } };
			}),
		),
	],
);
