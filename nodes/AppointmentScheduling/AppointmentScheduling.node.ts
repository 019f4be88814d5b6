import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { hints } from './actions/description/hints';
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
			'List, reschedule and cancel appointments of an appointment scheduling service, find free times, change the status, list calendars, and manage webhooks. It cannot create appointments.',
		defaults: { name: 'Appointment Scheduling' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		hints,
		credentials: [
			{
				name: 'appointmentSchedulingApi',
				required: true,
				testedBy: 'appointmentSchedulingApiTest',
			},
		],
		builderHint: {
			searchHint:
				'Works with existing appointments: list, get, reschedule, cancel, update the status, list calendars, find free times of a calendar. It cannot create appointments. Dates look like 2026-12-01T10:00:00; without an offset they are in the time zone of the account.',
		},
		properties: [toolNotice, ...operationProperties],
	};

	methods = methods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { router } = await import('./actions/router');
		return await router.call(this, operations);
	}
}
