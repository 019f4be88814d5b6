import type { INodeProperties } from 'n8n-workflow';

import { cancel } from './appointment/cancel.operation';
import { get } from './appointment/get.operation';
import { getAll } from './appointment/getAll.operation';
import { getFreeTimes } from './appointment/getFreeTimes.operation';
import { reschedule } from './appointment/reschedule.operation';
import { updateStatus } from './appointment/updateStatus.operation';
import { getAllCalendars } from './calendar/getAll.operation';
import type { Operation } from './operation';
import { optionsProperty } from './options';
import { createWebhook } from './webhook/create.operation';
import { deleteWebhook } from './webhook/delete.operation';
import { getAllWebhooks } from './webhook/getAll.operation';
import { updateWebhook } from './webhook/update.operation';

/** By resource and name, as in saved workflows. */
export const operations: Record<string, Record<string, Operation>> = {
	appointment: { cancel, get, getFreeTimes, getAll, reschedule, updateStatus },
	calendar: { getAll: getAllCalendars },
	webhook: {
		create: createWebhook,
		delete: deleteWebhook,
		getAll: getAllWebhooks,
		update: updateWebhook,
	},
};

const ofResource = ([resource, own]: [string, Record<string, Operation>]): INodeProperties[] => [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: Object.entries(own).map(([value, { name, action, description }]) => ({
			value,
			name,
			action,
			description,
		})),
		default: 'getAll',
	},
	...Object.entries(own).flatMap(([operation, { properties }]) =>
		properties.map((property) => {
			const { show, hide } = property.displayOptions ?? {};
			const shown = { resource: [resource], operation: [operation], ...show };
			return { ...property, displayOptions: { show: shown, ...(hide && { hide }) } };
		}),
	),
];

const withOptions = Object.values(operations).flatMap((own) =>
	Object.entries(own).flatMap(([operation, { options }]) =>
		options ? [{ operation, options }] : [],
	),
);

const title = (text: string): string =>
	text.replace(/ of .*/, '').replace(/(^| )./g, (letter) => letter.toUpperCase());

export const operationProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.keys(operations).map((value) => ({ name: title(value), value })),
		default: 'appointment',
	},
	...Object.entries(operations).flatMap(ofResource),
	optionsProperty([], { hide: { operation: withOptions.map(({ operation }) => operation) } }),
	...withOptions.map(({ operation, options }) =>
		optionsProperty(options, { show: { operation: [operation] } }),
	),
];

const titles = Object.entries(operations).flatMap(([resource, own]) =>
	Object.entries(own).map(([name, { action }]) => [`${resource} ${name}`, title(action)]),
);

/** What the canvas shows below the name of the node. */
export const operationSubtitle = `={{ (${JSON.stringify(Object.fromEntries(titles))})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
