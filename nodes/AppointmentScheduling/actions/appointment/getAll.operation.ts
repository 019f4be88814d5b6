import { filterOptions, filtersProperty } from '../../parameters/filters';
import { limitInTool, limitProperties } from '../lists';
import type { Operation } from '../operation';
import { byModel, optionalByModel } from '../tool';
import { clientPhoneOption, simplifyInTool, simplifyProperty } from './parameters';
import { ANY_DAYS, daysInTool, daysProperties } from './when';

export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many appointments',
	description:
		'Retrieve the appointments of some days, or those that match filters such as a calendar, a status or the name of a client',
	properties: [
		...daysProperties(ANY_DAYS, 'Days on which the appointments start'),
		...limitProperties,
		simplifyProperty,
		filtersProperty,
	],
	toolDefaults: {
		...daysInTool(ANY_DAYS),
		...limitInTool,
		...simplifyInTool,
		filters: {
			default: { name: optionalByModel('Name', 'Name of the client') },
			options: filterOptions.map((option) => ({ ...option, ...byModel(option) })),
		},
	},
	options: [clientPhoneOption],
	async execute(call) {
		const { listChosen } = await import('./find/list');
		return await listChosen(call);
	},
};
