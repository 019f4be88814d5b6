import { MOST_READ } from '../../service/core/vocabulary';
import { limitedEntries, limitInTool, limitProperties } from '../lists';
import type { Operation } from '../operation';
import { ALL_ENTRIES } from '../../service/lists/list';

export const getAllCalendars: Operation = {
	name: 'Get Many',
	action: 'Get many calendars',
	description: 'Retrieve the calendars that appointments are in, with key and name',
	properties: [
		{
			displayName: `The node finds the calendars in appointments from 30 days ago on, because the service offers no list of calendars. 'Return All' reads all these appointments, 'Limit' the first ${MOST_READ}.`,
			name: 'calendarsNotice',
			type: 'notice',
			default: '',
		},
		...limitProperties,
	],
	toolDefaults: limitInTool,
	async execute(call) {
		const { listCalendars } = await import('../../service/calendars');
		return await limitedEntries(call, async (most) =>
			listCalendars(call.client, most === ALL_ENTRIES ? most : MOST_READ),
		);
	},
};
