import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
	sleep,
} from 'n8n-workflow';

import { nock } from '../interceptedHttp';
import { processedData } from '../engine/processedData';
import { TriggerWorkflow } from './trigger';

const credentialType = 'appointmentSchedulingApi';
const service = 'https://scheduling.example';

class Bell implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bell',
		name: 'bell',
		group: ['trigger'],
		version: 1,
		description: 'Starts when the bell rings',
		defaults: { name: 'Bell' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: credentialType, required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: '={{$parameter["respond"]}}',
				path: 'webhook',
			},
		],
		properties: [
			{ displayName: 'Respond', name: 'respond', type: 'string', default: 'onReceived' },
			{ displayName: 'Once', name: 'once', type: 'boolean', default: false },
		],
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return this.getWorkflowStaticData('node').url === this.getNodeWebhookUrl('default');
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const url = this.getNodeWebhookUrl('default') as string;
				await this.helpers.httpRequestWithAuthentication.call(this, credentialType, {
					method: 'POST',
					url: `${service}/bells/`,
					body: { url, activation: this.getActivationMode() },
				});
				this.getWorkflowStaticData('node').url = url;
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				await this.helpers.httpRequestWithAuthentication.call(this, credentialType, {
					method: 'DELETE',
					url: `${service}/bells/`,
				});
				delete this.getWorkflowStaticData('node').url;
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const body = this.getBodyData();
		const response = this.getResponseObject();
		if (body.ring === 'late') {
			await new Promise((resolve) => response.once('close', resolve));
			return {};
		}
		this.getWorkflowStaticData('node').lastRing = body.ring;
		const { rawBody } = this.getRequestObject();
		return { workflowData: [this.helpers.returnJsonArray({ ...body, size: rawBody.length })] };
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [item] = this.getInputData();
		if (!this.getNodeParameter('once', 0) || this.getMode() === 'manual') return [[item!]];
		const { new: fresh } = await this.helpers.checkProcessedAndRecord(
			[String(item!.json.ring)],
			'node',
			{ mode: 'entries', maxEntries: 100 },
		);
		return [fresh.length > 0 ? [item!] : []];
	}
}

function bells() {
	return nock(service, { reqheaders: { authorization: /^Bearer / } });
}

async function active(options?: ConstructorParameters<typeof TriggerWorkflow>[1]) {
	const trigger = new TriggerWorkflow(Bell, options);
	bells().post('/bells/').reply(201, {});
	await trigger.activate();
	return trigger;
}

afterEach(() => processedData.reset());

describe('the life of a webhook', () => {
	it('is created at the public address, found again at a restart, and deleted', async () => {
		const trigger = new TriggerWorkflow(Bell, { publicUrl: 'https://public.example/n8n' });
		expect(trigger.webhookUrl).toMatch(/^https:\/\/public\.example\/n8n\/webhook\/.+\/webhook$/);
		bells().post('/bells/', { url: trigger.webhookUrl, activation: 'activate' }).reply(201, {});
		await trigger.activate();
		expect(trigger.nodeStaticData).toEqual({ url: trigger.webhookUrl });

		await trigger.restart();

		bells().delete('/bells/').reply(204);
		await trigger.deactivate();
		expect(trigger.nodeStaticData).toEqual({});
		expect(await trigger.deliver({ body: { ring: 1 } })).toMatchObject({ status: 404 });
	});

	it('listens for one test event beside production', async () => {
		const trigger = await active();
		bells().post('/bells/', { url: trigger.testWebhookUrl, activation: 'manual' }).reply(201);
		await trigger.listenForTest();

		bells().delete('/bells/').reply(204);
		const { status, execution } = await trigger.deliver({ body: { ring: 1 }, test: true });
		expect(status).toBe(200);
		expect(await execution).toMatchObject({ mode: 'manual', status: 'success' });
		expect(trigger.nodeStaticData).toEqual({ url: trigger.webhookUrl });
		expect(await trigger.deliver({ body: {}, test: true })).toMatchObject({ status: 404 });
	});
});

describe('a delivery', () => {
	it('is answered 200 and starts a run with its data', async () => {
		const trigger = await active();
		const delivered = await trigger.deliver({ body: '{ "ring": "é" }' });
		const items = [{ json: { ring: 'é', size: 16 } }];
		expect(delivered).toMatchObject({ status: 200, workflowData: [items] });
		expect(await delivered.execution).toMatchObject({ mode: 'webhook', status: 'success', items });
	});

	it('whose run cannot be created is answered 500', async () => {
		const trigger = await active();
		trigger.beforeStart = () => {
			throw new Error('database is locked');
		};
		expect(await trigger.deliver({ body: { ring: 1 } })).toMatchObject({
			status: 500,
			body: { message: 'There was a problem executing the workflow' },
		});
	});

	it('lets the node see that the caller has gone', async () => {
		const trigger = await active();
		const { status } = await trigger.deliver({
			body: { ring: 'late' },
			onOpen: (socket) => void setTimeout(() => socket.destroy(), 30),
		});
		expect(status).toBeUndefined();
	});
});

describe('the table behind checkProcessedAndRecord', () => {
	const once = { parameters: { once: true } };

	it('tells a redelivery, after a restart too', async () => {
		const trigger = await active(once);
		for (const ring of [1, 1, 2]) await trigger.deliver({ body: { ring } });
		await trigger.finished();
		await trigger.restart();
		await trigger.deliver({ body: { ring: 2 } });
		const rings = (await trigger.finished()).map(({ items }) => items.map(({ json }) => json.ring));
		expect(rings).toEqual([[1], [], [2], []]);
	});

	it('forgets what calls at once overwrite', async () => {
		const trigger = await active(once);
		await trigger.deliver({ body: { ring: 0 } });
		await trigger.finished();
		let updates = 0;
		processedData.beforeAccess = async (access) => {
			if (access === 'update') updates += 1;
			while (access === 'update' && updates < 3) await sleep(5);
		};
		const deliver = async (ring: number) => await trigger.deliver({ body: { ring } });
		await Promise.all([1, 2, 3].map(deliver));
		await trigger.finished();
		await Promise.all([1, 2, 3].map(deliver));
		const runs = (await trigger.finished()).slice(4).flatMap(({ items }) => items);
		expect(runs).toHaveLength(2);
	});

	it('fails when it cannot be written', async () => {
		const trigger = await active(once);
		processedData.beforeAccess = () => {
			throw new Error('database is locked');
		};
		const { execution } = await trigger.deliver({ body: { ring: 1 } });
		expect(await execution).toMatchObject({ status: 'error' });
	});
});
