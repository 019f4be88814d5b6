import { activeFilterProperty, isActiveIn } from '../../parameters/active';
import { limitedEntries, limitInTool, limitProperties } from '../lists';
import type { Operation } from '../operation';

export const getAllServices: Operation = {
	name: 'Get Many',
	action: 'Get many services',
	description: 'Retrieve what clients can book, with key, name, duration and price',
	properties: [...limitProperties, activeFilterProperty],
	toolDefaults: limitInTool,
	async execute(call) {
		const isActive = isActiveIn(call.parameters.collection('filters'));
		const { listServices } = await import('../../service/calendars');
		return await limitedEntries(call, async (most) => listServices(call.client, isActive, most));
	},
};
