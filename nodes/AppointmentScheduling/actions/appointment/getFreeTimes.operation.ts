import { hoursOptions, hoursProperties } from '../../availability/properties';
import { CALENDAR_KEY, calendarProperty } from '../../parameters/locator';
import { limitedEntries, limitInTool, limitProperties } from '../lists';
import type { Operation } from '../operation';
import { byModel } from '../tool';
import { COMING_DAYS, daysInTool, daysProperties } from './when';

export const getFreeTimes: Operation = {
	name: 'Get Free Times',
	action: 'Get free times',
	description: 'Times at which this calendar has no appointment',
	properties: [
		{
			displayName:
				'A time is free if no appointment of the calendar overlaps it. The node cannot know holidays, other resources, or the opening hours at the service.',
			name: 'freeTimesNotice',
			type: 'notice',
			default: '',
		},
		{ ...calendarProperty, required: true },
		...daysProperties(COMING_DAYS, 'Days to search'),
		...hoursProperties,
		...limitProperties,
	],
	toolDefaults: {
		calendar: byModel(calendarProperty, CALENDAR_KEY),
		...daysInTool(COMING_DAYS),
		...limitInTool,
	},
	options: hoursOptions,
	async execute(call) {
		const { findTimes } = await import('./findTimes');
		return await limitedEntries(call, async (most) => ({ elements: await findTimes(call, most) }));
	},
};
