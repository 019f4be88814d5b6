import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../operation';
import {
	appointmentInTool,
	appointmentProperty,
	CHECK_SLOT,
	clientPhoneOption,
	startDateInTool,
	startDateProperty,
} from './parameters';

const checkSlotOption: INodeProperties = {
	displayName: CHECK_SLOT,
	name: 'checkSlot',
	type: 'boolean',
	default: true,
	description:
		'Whether to ask the service for the free times of that day first, and to stop if the new start is not one of them. A tool always asks, unless this is off.',
};

export const reschedule: Operation = {
	name: 'Reschedule',
	action: 'Reschedule appointment',
	description: 'Move an appointment to a new start time, e.g. 2026-12-01T10:00:00',
	properties: [appointmentProperty, startDateProperty],
	toolDefaults: { ...appointmentInTool, ...startDateInTool },
	options: [checkSlotOption, clientPhoneOption],
	isChange: true,
	async execute(call) {
		const { rescheduleChosen } = await import('./change/reschedule');
		return [await rescheduleChosen(call)];
	},
};
