import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { appointmentSchedulingApiTest } from './n8n/credentialTest';
import { filtersProperty } from './fields/filters';
import { toNodeError } from './n8n/errors';
import { searchCalendars } from './pickers/calendars';

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
		subtitle: '={{ $parameter["event"] }}',
		description: 'Starts the workflow before appointments begin, or when they change',
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
		properties: [
			{
				displayName: 'Trigger On',
				name: 'event',
				type: 'options',
				options: [
					{
						name: 'Appointment Created',
						value: 'created',
						description: 'An appointment is in the list that was not there before',
					},
					{
						name: 'Appointment Rescheduled',
						value: 'rescheduled',
						description: 'The start of an appointment has changed',
					},
					{
						name: 'Appointment Starts Soon',
						value: 'startsSoon',
						description: 'An appointment begins within the lead time',
					},
					{
						name: 'Appointment Status Changed',
						value: 'statusChanged',
						description: 'An appointment has another status than before',
					},
				],
				default: 'startsSoon',
				description: 'What to look for',
			},
			{
				displayName: 'Lead Time',
				name: 'leadTime',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 24,
				displayOptions: { show: { event: ['startsSoon'] } },
				description: 'How long before the start of the appointment the workflow runs',
			},
			{
				displayName: 'Lead Time Unit',
				name: 'leadTimeUnit',
				type: 'options',
				options: [
					{ name: 'Minutes', value: 'minutes' },
					{ name: 'Hours', value: 'hours' },
					{ name: 'Days', value: 'days' },
				],
				default: 'hours',
				displayOptions: { show: { event: ['startsSoon'] } },
			},
			filtersProperty,
		],
	};

	methods = {
		credentialTest: { appointmentSchedulingApiTest },
		listSearch: { searchCalendars },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		try {
			const { poll } = await import('./polling/poll');
			const found = await poll(this);
			return found && [found];
		} catch (error) {
			throw toNodeError(this.getNode(), error);
		}
	}
}
