import { activeFilterProperty, isActiveIn } from '../../parameters/active';
import { limitedEntries, limitInTool, limitProperties } from '../lists';
import type { Operation } from '../operation';

export const getAllCalendars: Operation = {
	name: 'Get Many',
	action: 'Get many calendars',
	description: 'Retrieve the calendars of the account, with key and name',
	properties: [...limitProperties, activeFilterProperty],
	toolDefaults: limitInTool,
	async execute(call) {
		const isActive = isActiveIn(call.parameters.collection('filters'));
		const { listCalendars } = await import('../../service/calendars');
		return await limitedEntries(call, async (most) => listCalendars(call.client, isActive, most));
	},
};
