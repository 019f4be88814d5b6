import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { nock } from './interceptedHttp';
import { PollingWorkflow } from './polling';

class Counter implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Counter',
		name: 'counter',
		group: ['trigger'],
		version: 1,
		description: 'Starts when the count grows',
		defaults: { name: 'Counter' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'appointmentSchedulingApi', required: true }],
		properties: [{ displayName: 'Step', name: 'step', type: 'number', default: 1 }],
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const state = this.getWorkflowStaticData('node');
		const { count } = await this.helpers.httpRequestWithAuthentication.call(
			this,
			'appointmentSchedulingApi',
			{ url: 'https://scheduling.example/count/' },
		);
		if (this.getMode() === 'manual') return [[{ json: { count } }]];
		const before = state.count as number | undefined;
		state.count = count;
		const step = this.getNodeParameter('step') as number;
		if (before === undefined || count < before + step) return null;
		return [[{ json: { count, from: before, activation: this.getActivationMode() } }]];
	}
}

function count(value: number) {
	nock('https://scheduling.example').get('/count/').reply(200, { count: value });
}

it('polls at activation, keeps its state from poll to poll and over a restart', async () => {
	const polling = new PollingWorkflow(Counter, { parameters: { step: 2 } });
	count(1);
	expect(await polling.activate()).toBeUndefined();
	expect(polling.nodeStaticData).toEqual({ count: 1 });

	count(3);
	const items = await polling.tick();
	expect(items).toEqual([{ json: { count: 3, from: 1, activation: 'activate' } }]);
	expect(await polling.run(items!)).toMatchObject({ mode: 'trigger', status: 'success', items });

	count(5);
	expect(await polling.restart()).toMatchObject([{ json: { from: 3, activation: 'init' } }]);
});

it('keeps the state of a poll without items in memory alone, as n8n does', async () => {
	const polling = new PollingWorkflow(Counter, { parameters: { step: 2 } });
	count(1);
	await polling.activate();
	count(2);
	expect(await polling.tick()).toBeUndefined();
	expect(polling.nodeStaticData).toEqual({ count: 1 });
	count(4);
	expect(await polling.tick()).toMatchObject([{ json: { from: 2 } }]);
});

it('saves nothing of a manual poll', async () => {
	const polling = new PollingWorkflow(Counter);
	count(7);
	expect(await polling.pollManually()).toEqual([{ json: { count: 7 } }]);
	expect(polling.staticData).toEqual({});
});

it('rejects with what poll() threw', async () => {
	nock('https://scheduling.example').get('/count/').reply(503);
	await expect(new PollingWorkflow(Counter).activate()).rejects.toMatchObject({ httpCode: '503' });
});
