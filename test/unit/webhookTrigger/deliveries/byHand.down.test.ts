import { pass, sleep, stopClock } from '../../support/clock';
import { CREATED, service, triggerFor } from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await sleep(ms),
}));

afterEach(() => jest.restoreAllMocks());

it('fails while the service is down, and deletes what Automatic has registered at the next publication', async () => {
	const own = await service();
	stopClock();
	const trigger = triggerFor(own, { events: [CREATED] });
	const settled = async (work: Promise<unknown>) => {
		let isOver = false;
		void work.catch(() => undefined).finally(() => (isOver = true));
		await pass(600_000, () => isOver);
		await work;
	};
	await settled(trigger.activate());
	trigger.installed.workflowData.nodes[0]!.parameters.registration = 'manual';
	const down = own.faults.add({ action: { kind: 'respond', status: 503 } });
	await expect(settled(trigger.activate('update'))).rejects.toThrow('503');
	down.remove();
	await settled(trigger.activate('update'));
	expect(own.webhooks.list()).toEqual([]);
});
