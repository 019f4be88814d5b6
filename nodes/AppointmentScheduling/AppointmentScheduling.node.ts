import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { operations } from './actions/description/operations';
import { operationProperties, operationSubtitle } from './actions/description/properties';
import { toolNotice } from './actions/tool';
import { methods } from './methods';

export class AppointmentScheduling implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Appointment Scheduling',
		name: 'appointmentScheduling',
		icon: {
			light: 'file:appointmentScheduling.svg',
			dark: 'file:appointmentScheduling.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: operationSubtitle,
		description:
			'Book, list, move and cancel appointments, find free times, change the status, list calendars and services, and manage webhooks',
		defaults: { name: 'Appointment Scheduling' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
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
				'Books, lists, gets, reschedules and cancels appointments, updates their status, finds free times of a calendar, lists calendars and services. Dates look like 2026-12-01T10:00:00; without an offset they are in the time zone of the account.',
		},
		properties: [toolNotice, ...operationProperties],
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { router } = await import('./actions/router');
		return await router.call(this, operations);
	}
}
