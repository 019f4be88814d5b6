import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { methods } from './methods';
import { filtersProperty } from './parameters/filters';
import {
	delayProperties,
	eventProperty,
	eventSubtitle,
	leadTimeProperties,
	notices,
	optionsProperty,
	panel,
} from './pollingTrigger/parameters';

export class AppointmentSchedulingPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Appointment Scheduling Polling Trigger',
		name: 'appointmentSchedulingPollingTrigger',
		icon: {
			light: 'file:appointmentScheduling.svg',
			dark: 'file:appointmentScheduling.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		...panel,
		description: 'Starts the workflow before or after appointments, or when they change',
		defaults: { name: 'Appointment Scheduling Polling Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'appointmentSchedulingApi',
				required: true,
				testedBy: 'appointmentSchedulingApiTest',
			},
		],
		builderHint: {
			searchHint:
				'For reminders before appointments (Starting Soon), follow-ups after them (Ended), and for bookings, changes and cancellations if n8n has no public URL. Each item has data (the appointment) and start (date, time and weekday to print).',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-appointment-scheduling.appointmentSchedulingTrigger',
					relationHint: 'Starts within seconds after a booking, a change or a cancellation',
				},
				{
					nodeType: 'n8n-nodes-appointment-scheduling.appointmentScheduling',
					relationHint: 'Reads or changes the appointment of an item by its appointment_key',
				},
			],
		},
		properties: [
			eventProperty,
			...notices,
			...leadTimeProperties,
			...delayProperties,
			filtersProperty,
			optionsProperty,
		],
	};

	methods = methods;

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			const { poll } = await import('./pollingTrigger/poll');
			const events = await poll(this);
			return events.length > 0 ? [events.map((json) => ({ json }))] : null;
		} catch (error) {
			const { toNodeError } = await import('./n8n/errors');
			throw toNodeError(this.getNode(), error);
		}
	}
}
