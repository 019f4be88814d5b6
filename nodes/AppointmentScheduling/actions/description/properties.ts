import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import { commonOptions } from '../options';
import { inTool } from '../tool';
import { operations } from './operations';

const RESOURCES = { appointment: 'Appointment', calendar: 'Calendar', webhook: 'Webhook' };

const all = Object.entries(operations).flatMap(([resource, own]) =>
	Object.entries(own).map(([name, operation]) => ({ resource, name, operation })),
);

const chosenIn = (resource: string): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: Object.entries(operations[resource] ?? {}).map(
		([value, { name, action, description }]) => ({ value, name, action, description }),
	),
	default: 'getAll',
});

/** Once for nodes and tools, or once for each. */
function variants(property: INodeProperties, { toolDefaults = {} }: Operation): INodeProperties[] {
	const { [property.name]: changes } = toolDefaults;
	if (changes === undefined) return [property];
	const { show } = property.displayOptions ?? {};
	const asNode = { ...property, displayOptions: { show, hide: { '@tool': [true] } } };
	if (changes === 'hidden') return [asNode];
	const asTool = { ...property, ...changes };
	return [asNode, { ...asTool, displayOptions: inTool(asTool.displayOptions) }];
}

const fields = all.flatMap(({ resource, name, operation }) =>
	operation.properties
		.flatMap((property) => variants(property, operation))
		.map((property) => {
			const { show, hide } = property.displayOptions ?? {};
			const shown = { resource: [resource], operation: [name], ...show };
			return { ...property, displayOptions: { show: shown, ...(hide && { hide }) } };
		}),
);

/** In the order of their use. */
const optionsProperty = (
	own: INodeProperties[],
	displayOptions: IDisplayOptions,
): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [...own, ...commonOptions],
	displayOptions,
});

const withOptions = all.flatMap(({ name, operation: { options } }) =>
	options ? [{ name, options }] : [],
);

export const operationProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: Object.entries(RESOURCES).map(([value, name]) => ({ name, value })),
		default: 'appointment',
	},
	...Object.keys(RESOURCES).map(chosenIn),
	...fields,
	optionsProperty([], { hide: { operation: withOptions.map(({ name }) => name) } }),
	...withOptions.map(({ name, options }) =>
		optionsProperty(options, { show: { operation: [name] } }),
	),
];

const titles = all.map(({ resource, name, operation: { action } }) => [
	`${resource} ${name}`,
	action.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
]);

/** What the canvas shows below the name of the node. */
export const operationSubtitle = `={{ (${JSON.stringify(Object.fromEntries(titles))})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
