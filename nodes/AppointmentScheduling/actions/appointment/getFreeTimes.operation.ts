import { CALENDAR_KEY, calendarProperty } from '../../parameters/locator';
import { serviceKeysProperty } from '../../parameters/keyLists';
import { limitInTool, limitProperties } from '../lists';
import type { Operation } from '../operation';
import { byModel, optionalByModel } from '../tool';
import { freeTimesOptions } from './freeTimes/options';
import { SERVICE_OF_MODEL } from './parameters';
import { COMING_DAYS, daysInTool, daysProperties } from './when';

export const getFreeTimes: Operation = {
	name: 'Get Free Times',
	action: 'Get free times',
	description: 'Retrieve the times at which a calendar can be booked, as the service offers them',
	properties: [
		{ ...calendarProperty, required: true },
		...daysProperties(COMING_DAYS, 'Days to search, 31 at most'),
		serviceKeysProperty,
		...limitProperties,
	],
	toolDefaults: {
		calendar: byModel(calendarProperty, CALENDAR_KEY),
		...daysInTool(COMING_DAYS),
		serviceKeys: { default: optionalByModel('Service', SERVICE_OF_MODEL) },
		...limitInTool,
	},
	options: freeTimesOptions,
	async execute(call) {
		const { offeredTimes } = await import('./freeTimes/offered');
		return await offeredTimes(call);
	},
};
