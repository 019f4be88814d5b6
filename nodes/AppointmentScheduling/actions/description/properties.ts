import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import { commonOptions } from '../options';
import { exceptTool, inTool } from '../tool';
import { operations } from './operations';

const RESOURCES = { appointment: 'Appointment', calendar: 'Calendar', webhook: 'Webhook' };

const byResource = Object.entries(RESOURCES).map(
	([resource, name]) => [resource, name, Object.entries(operations[resource] ?? {})] as const,
);

/** Once for nodes and tools, or once for each. */
function variants(property: INodeProperties, { toolDefaults = {} }: Operation): INodeProperties[] {
	const { [property.name]: changes } = toolDefaults;
	if (changes === undefined) return [property];
	const asNode = { ...property, displayOptions: exceptTool(property.displayOptions) };
	if (changes === 'hidden') return [asNode];
	const asTool = { ...property, ...changes };
	return [asNode, { ...asTool, displayOptions: inTool(asTool.displayOptions) }];
}

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

const shownFor = (
	property: INodeProperties,
	resource: string,
	operation: string,
): INodeProperties => {
	const { show, hide } = property.displayOptions ?? {};
	const shown = { resource: [resource], operation: [operation], ...show };
	return { ...property, displayOptions: { show: shown, ...(hide && { hide }) } };
};

const propertiesOf = (
	resource: string,
	own: Array<[name: string, operation: Operation]>,
): INodeProperties[] => [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: own.map(([value, { name, action, description }]) => ({
			value,
			name,
			action,
			description,
		})),
		default: 'getAll',
	},
	...own.flatMap(([name, operation]) =>
		operation.properties
			.flatMap((property) => variants(property, operation))
			.map((property) => shownFor(property, resource, name)),
	),
];

const withOptions = byResource.flatMap(([, , own]) =>
	own.flatMap(([name, { options }]) => (options ? [{ name, options }] : [])),
);

export const operationProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: byResource.map(([value, name]) => ({ name, value })),
		default: 'appointment',
	},
	...byResource.flatMap(([resource, , own]) => propertiesOf(resource, own)),
	optionsProperty([], { hide: { operation: withOptions.map(({ name }) => name) } }),
	...withOptions.map(({ name, options }) =>
		optionsProperty(options, { show: { operation: [name] } }),
	),
];

const titles = byResource.flatMap(([resource, , own]) =>
	own.map(([name, { action }]) => [
		`${resource} ${name}`,
		action.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
	]),
);

/** What the canvas shows below the name of the node. */
export const operationSubtitle = `={{ (${JSON.stringify(Object.fromEntries(titles))})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
