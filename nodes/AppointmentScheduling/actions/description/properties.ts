import type { INodeProperties } from 'n8n-workflow';

import { RESOURCE_NAMES, RESOURCES, type Operation, type Resource } from '../operation';
import { inTool } from '../tool';
import { operations } from './operations';

const all = Object.entries(operations).flatMap(([resource, own]) =>
	Object.entries(own).map(([name, operation]) => ({ resource, name, operation })),
);

const resources = RESOURCE_NAMES.map((value) => ({ name: RESOURCES[value].name, value }));

const resourceProperty: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: resources,
	default: 'appointment',
};

const chosenIn = (resource: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: {
		show: { resource: [resource] },
		...(!RESOURCES[resource].isInTools && { hide: { '@tool': [true] } }),
	},
	options: Object.entries(operations[resource]).map(([value, { name, action, description }]) => ({
		value,
		name,
		action,
		description,
	})),
	default: 'getAll',
});

/** Once for nodes and tools, or once for each. */
function variants(
	property: INodeProperties,
	changes?: Partial<INodeProperties> | 'hidden',
): INodeProperties[] {
	if (changes === undefined) return [property];
	const { show } = property.displayOptions ?? {};
	// n8n 1 reads each entry, so none may be undefined.
	const displayOptions = { ...(show && { show }), hide: { '@tool': [true] } };
	const asNode = { ...property, displayOptions };
	if (changes === 'hidden') return [asNode];
	const asTool = { ...property, ...changes };
	return [asNode, { ...asTool, displayOptions: inTool(asTool.displayOptions) }];
}

const optionsProperty = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options,
});

const propertiesOf = ({ properties, options, toolDefaults = {} }: Operation): INodeProperties[] =>
	[...properties, ...(options ? [optionsProperty(options)] : [])].flatMap((property) =>
		variants(property, toolDefaults[property.name]),
	);

/** In the order of their use. */
const fields = all.flatMap(({ resource, name, operation }) =>
	propertiesOf(operation).map((property) => {
		const { show, hide } = property.displayOptions ?? {};
		const shown = { resource: [resource], operation: [name], ...show };
		return { ...property, displayOptions: { show: shown, ...(hide && { hide }) } };
	}),
);

export const operationProperties: INodeProperties[] = [
	...variants(resourceProperty, {
		options: resources.filter(({ value }) => RESOURCES[value].isInTools),
	}),
	...RESOURCE_NAMES.map(chosenIn),
	...fields,
];

const titles = all.map(({ resource, name, operation: { action } }) => [
	`${resource} ${name}`,
	action.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
]);

/** What the canvas shows below the name of the node. */
export const operationSubtitle = `={{ (${JSON.stringify(Object.fromEntries(titles))})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
