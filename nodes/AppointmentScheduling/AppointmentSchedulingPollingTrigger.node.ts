import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { methods } from './methods';
import { pollingFiltersProperty } from './parameters/filters';
import { eventSubtitle, panel } from './pollingTrigger/panel';
import {
	eventProperty,
	notices,
	optionsProperty,
	timeProperties,
} from './pollingTrigger/properties';

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
		description:
			'Reminders before and follow-ups after appointments, and their changes. No public address needed',
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
				'For reminders before appointments (Starting Soon), follow-ups after them (Ended), and for bookings, changes and cancellations if n8n has no public URL. Each item has data (the appointment as the service shows it), appointment (ten flat fields such as person_name and person_phone) and start (date, time and weekday to print).',
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
			...timeProperties,
			pollingFiltersProperty,
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
			const { toTriggerError } = await import('./n8n/errors');
			throw toTriggerError(this.getNode(), error);
		}
	}
}
