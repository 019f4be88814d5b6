import { outputOf } from '../harness';
import { useSharedN8n } from '../support/bench';
import {
	activeTrigger,
	clearTriggers,
	eventually,
	notificationOf,
	patience,
} from '../support/events';

const bench = useSharedN8n();
afterEach(clearTriggers);

const events = ['appointment.created'];
const production = () => bench.service.webhooks.list().filter(({ url }) => !isTest(url));
const testing = () => bench.service.webhooks.list().filter(({ url }) => isTest(url));
const isTest = (url: string) => url.includes('/webhook-test/');

test('listening for a test event has a webhook of its own, and leaves production alone', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events });
	const before = production();

	await n8n.api.listenForTest(workflow.id, 'Trigger');
	expect(testing()).toMatchObject([{ events }]);
	expect(production()).toEqual(before);
	const { appointment_key } = service.book();
	await service.deliveries.settled();
	await workflow.runs(2);

	const runs = await workflow.executions();
	expect(runs.map(({ mode }) => mode).sort()).toEqual(['manual', 'webhook']);
	for (const run of runs) {
		expect(outputOf(run, 'Trigger')).toMatchObject([{ data: { appointment_key } }]);
	}
	await eventually(() => expect(testing()).toEqual([]));
	expect(production()).toEqual(before);
});

test('a listening that is cancelled takes its webhook along', async () => {
	const { n8n } = bench;
	const workflow = await activeTrigger(bench, { events });
	const before = production();
	await n8n.api.listenForTest(workflow.id, 'Trigger');

	await n8n.api.cancelTest(workflow.id);

	await eventually(() => expect(testing()).toEqual([]));
	expect(production()).toEqual(before);
});

test('a manual run is never swallowed as a duplicate, and makes no duplicate', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events });
	const { appointment_key } = service.book();
	await service.deliveries.settled();
	await workflow.runs(1);
	const [delivery] = service.deliveries.of(appointment_key);

	for (const count of [2, 3]) {
		await n8n.api.listenForTest(workflow.id, 'Trigger');
		await service.deliveries.send(testing()[0]!.url, delivery!.notification);
		await workflow.runs(count);
		await eventually(() => expect(testing()).toEqual([]));
	}
	await service.deliveries.redeliver(delivery!, { times: 3 });
	await patience();

	const runs = await workflow.executions();
	expect(runs.map(({ mode }) => mode)).toEqual(['manual', 'manual', 'webhook']);
	for (const run of runs) expect(outputOf(run, 'Trigger')).toMatchObject([delivery!.notification]);
});

test('an event that was tried out in a test still runs in production', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events });
	const notification = notificationOf('tried');
	await n8n.api.listenForTest(workflow.id, 'Trigger');
	await service.deliveries.send(testing()[0]!.url, notification);
	await workflow.runs(1);

	await service.deliveries.send(workflow.url(), notification);

	await workflow.runs(2);
	expect(await workflow.received()).toEqual([notification, notification]);
});

test('an execution that is retried in n8n runs again', async () => {
	const { service, n8n } = bench;
	const stop = {
		name: 'Stop',
		type: 'n8n-nodes-base.stopAndError',
		parameters: { errorMessage: 'No' },
	};
	const workflow = await activeTrigger(bench, { events }, { then: [stop] });
	service.book();
	await service.deliveries.settled();
	const [failed] = await workflow.runs(1);
	expect(failed?.status).toBe('error');

	await n8n.api.rest('POST', `/executions/${failed!.id}/retry`, { body: { loadWorkflow: true } });
	await workflow.runs(2);
	const [retried] = await workflow.executions();
	expect(retried?.mode).toBe('retry');
	expect(outputOf(retried!, 'Trigger')).toMatchObject([{ event: 'appointment.created' }]);
});
