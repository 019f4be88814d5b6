import { CALENDAR_KEY, calendarProperty } from '../../parameters/locator';
import type { Operation } from '../operation';
import { byModel, optionalByModel } from '../tool';
import { additionalFieldsProperty } from './create/additionalFields';
import { attendeesInTool, attendeesProperty } from './create/attendees';
import { CHECK_SLOT, SERVICE_OF_MODEL, startDateInTool, startDateProperty } from './parameters';

export const create: Operation = {
	name: 'Create',
	action: 'Create appointment',
	description: 'Book an appointment for a client at a free time',
	properties: [
		{ ...calendarProperty, required: true },
		startDateProperty,
		attendeesProperty,
		{
			displayName: CHECK_SLOT,
			name: 'checkSlot',
			type: 'boolean',
			default: true,
			description:
				'Whether to ask the service for the free times of that day first, and to book only if the start is one of them',
		},
		additionalFieldsProperty,
	],
	toolDefaults: {
		calendar: byModel(calendarProperty, CALENDAR_KEY),
		...startDateInTool,
		...attendeesInTool,
		additionalFields: { default: { serviceKeys: optionalByModel('Service', SERVICE_OF_MODEL) } },
	},
	isChange: true,
	async execute(call) {
		const { createBooking } = await import('./create/book');
		return [await createBooking(call)];
	},
};
