import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type ITriggerFunctions,
	type ITriggerResponse,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { methods } from './methods';
import { eventsSubtitle, panel, webhook } from './webhookTrigger/parameters/panel';
import { triggerProperties } from './webhookTrigger/parameters/properties';

export class AppointmentSchedulingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Appointment Scheduling Trigger',
		name: 'appointmentSchedulingTrigger',
		icon: {
			light: 'file:appointmentScheduling.svg',
			dark: 'file:appointmentScheduling.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		...panel,
		description: 'Starts the workflow when appointments are created, updated or canceled',
		defaults: { name: 'Appointment Scheduling Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'appointmentSchedulingApi',
				required: true,
				testedBy: 'appointmentSchedulingApiTest',
			},
		],
		webhooks: [webhook],
		properties: triggerProperties,
	};

	methods = methods;

	webhookMethods = {
		default: {
			/** `create` looks for it as well. */
			checkExists: async () => await Promise.resolve(false),
			async create(this: IHookFunctions): Promise<boolean> {
				const { create } = await import('./webhookTrigger/subscription/lifecycle');
				return await create.call(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const { remove } = await import('./webhookTrigger/subscription/lifecycle');
				return await remove.call(this);
			},
		},
	};

	async trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
		const { startWatching } = await import('./webhookTrigger/changes/watchers');
		return await startWatching(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { receive } = await import('./webhookTrigger/receive');
		return await receive(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { execute } = await import('./webhookTrigger/execute');
		return await execute(this);
	}
}
