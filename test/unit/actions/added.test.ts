import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { filterOptions } from '../../../nodes/AppointmentScheduling/parameters/filters';
import { operationProperties } from '../../../nodes/AppointmentScheduling/actions/description/properties';
import { failureOf, locator, run } from './support';

const optionsOf = (operation: string) =>
	operationProperties.find(
		({ name, displayOptions }) =>
			name === 'options' && displayOptions?.show?.operation?.[0] === operation,
	)!.options as INodeProperties[];

/** n8n drops a list of rows that has none, and an empty zone leaves it to the credential. */
const isOptional = ({ type, name }: INodeProperties) =>
	type === 'fixedCollection' || name === 'timezone';

/** What is added does something if it is on, a number or a choice, which the editor shows. */
const isSet = (value: unknown) =>
	value === true || typeof value === 'number' || (typeof value === 'string' && value !== '');

it.each<[string, string, INodeProperties[], INodeParameters]>([
	['filters', 'getAll', filterOptions, {}],
	['options', 'getFreeTimes', optionsOf('getFreeTimes'), { calendar: locator('c') }],
	['options', 'reschedule', optionsOf('reschedule'), {}],
])(
	'each of the %s of %s does something when it is added, or says what it needs',
	async (collection, operation, offered, given) => {
		const unset = offered.filter((property) => !isOptional(property) && !isSet(property.default));
		for (const { name, displayName, default: value } of unset) {
			const parameters = { ...given, [collection]: { [name]: value as string } };
			const { message } = await failureOf(run(`appointment:${operation}`, parameters));
			expect([name, message]).toEqual([name, expect.stringContaining(`'${displayName}': `)]);
		}
		expect(offered.length).toBeGreaterThan(2);
	},
);
