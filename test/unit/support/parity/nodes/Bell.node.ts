import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

/** A small webhook trigger that shows what n8n does with one, in the port and in a real n8n. */
export class Bell implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bell',
		name: 'bell',
		group: ['trigger'],
		version: 1,
		description: 'Starts when the bell rings',
		defaults: { name: 'Bell' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: '={{$parameter["respond"]}}',
				path: 'webhook',
			},
		],
		properties: [
			{ displayName: 'Tower', name: 'tower', type: 'string', default: '' },
			{ displayName: 'Respond', name: 'respond', type: 'string', default: 'onReceived' },
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return this.getWorkflowStaticData('node').url === this.getNodeWebhookUrl('default');
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const state = this.getWorkflowStaticData('node');
				state.created = Number(state.created ?? 0) + 1;
				const url = this.getNodeWebhookUrl('default');
				await this.helpers.httpRequest({
					method: 'POST',
					url: String(this.getNodeParameter('tower')),
					body: { url },
				});
				state.url = url;
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				const state = this.getWorkflowStaticData('node');
				state.deleted = Number(state.deleted ?? 0) + 1;
				await this.helpers.httpRequest({
					method: 'DELETE',
					url: String(this.getNodeParameter('tower')),
				});
				delete state.url;
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { ring } = this.getBodyData();
		this.getWorkflowStaticData('node').heard = ring;
		if (ring === 'refuse') {
			this.getResponseObject().status(400).json({ reason: 'Not a ring' });
			return { noWebhookResponse: true };
		}
		if (ring === 'ignore') return { webhookResponse: 'Ignored' };
		if (ring === 'break') throw new Error('The bell broke');
		return { workflowData: [this.helpers.returnJsonArray({ ring })] };
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [item] = this.getInputData();
		const { ring } = item!.json;
		if (ring === 'fail') throw new Error('The run failed');
		if (ring === 'keep') this.getWorkflowStaticData('node').kept = true;
		if (!String(ring).startsWith('once')) return [[item!]];
		const { new: fresh } = await this.helpers.checkProcessedAndRecord([String(ring)], 'node', {
			mode: 'entries',
			maxEntries: 100,
		});
		return [fresh.length > 0 ? [item!] : []];
	}
}
