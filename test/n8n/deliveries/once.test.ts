import { outputOf } from '../harness';
import { useBench } from '../support/bench';
import { activeTrigger, clearTriggers, patience, savedTrigger } from '../support/events';

const bench = useBench({ dialect: { timestampDigits: 6 } });
afterEach(clearTriggers);

const all = ['appointment.created', 'appointment.updated', 'appointment.canceled'];
const succeeded = (attempts: Array<{ status?: number }>) =>
	attempts.every(({ status }) => status === 200);

test('the same delivery 20 times at once, after a kill right after its run, and after a restart', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events: all });
	const { appointment_key } = service.book();
	await service.deliveries.settled();
	const [delivery] = service.deliveries.of(appointment_key);
	await workflow.runs(1);
	const again = async () => {
		expect(succeeded(await service.deliveries.redeliver(delivery!, { times: 20 }))).toBe(true);
		await patience();
		expect(await workflow.received()).toEqual([delivery!.notification]);
		expect(await workflow.executions()).toHaveLength(1);
	};

	await n8n.kill();
	await n8n.start();
	await again();
	await n8n.restart();
	await again();
	await again();
});

test('respond whenFinished: what had a copy dropped, or ended before the last run did, after a restart', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, {
		events: all,
		options: { respond: 'whenFinished' },
	});
	const [first, second] = [service.book(), service.book()].map((made) => made.appointment_key);
	await service.deliveries.settled();
	const again = async (key = '') => {
		const [delivery] = service.deliveries.of(key);
		expect(succeeded(await service.deliveries.redeliver(delivery!, { times: 20 }))).toBe(true);
	};
	await again(second);
	await n8n.restart();
	await again(first);
	await again(second);
	await patience();
	expect(await workflow.executions()).toHaveLength(2);

	const third = service.book().appointment_key;
	await service.deliveries.settled();
	service.book();
	await service.deliveries.settled();
	await workflow.runs(4);
	await n8n.restart();
	await again(third);
	await patience();
	expect(await workflow.executions()).toHaveLength(4);
});

describe.each(['immediately', 'whenFinished'])('one run per event, respond %s', (respond) => {
	test('20 copies at once of an event that is new', async () => {
		const { service } = bench;
		const workflow = await activeTrigger(bench, { events: all, options: { respond } });
		const notification = {
			event: 'appointment.updated',
			timestamp: '2026-11-21T10:00:00.000001+01:00',
			data: { appointment_key: 'a-key', status: 'PENDING' },
		};

		const url = workflow.url();
		const copies = Array.from({ length: 20 }, () => service.deliveries.send(url, notification));

		expect(succeeded(await Promise.all(copies))).toBe(true);
		await workflow.runs(1);
		expect(await workflow.received()).toEqual([notification]);
		expect(await workflow.executions()).toHaveLength(1);
	});
});

test('an execution that is retried in n8n runs again', async () => {
	const { service, n8n } = bench;
	const stored = await savedTrigger(bench, { events: all });
	const draft = await n8n.api.getWorkflow(stored.id);
	const [trigger, received] = draft.nodes;
	const stop = {
		...received!,
		type: 'n8n-nodes-base.stopAndError',
		typeVersion: 1,
		parameters: { errorMessage: 'No' },
	};
	await n8n.api.updateWorkflow(stored.id, { ...draft, nodes: [trigger!, stop] });
	await n8n.api.activate(stored.id);
	service.book();
	await service.deliveries.settled();
	const [failed] = await stored.runs(1);
	expect(failed?.status).toBe('error');

	await n8n.api.rest('POST', `/executions/${failed!.id}/retry`, { body: { loadWorkflow: true } });
	await stored.runs(2);
	const [retried] = await stored.executions();
	expect(retried?.mode).toBe('retry');
	expect(retried?.status).toBe('error');
	expect(outputOf(retried!, 'Trigger')).toMatchObject([{ event: 'appointment.created' }]);
});

test('60 different events at once each run once, and none when they come again', async () => {
	const { service } = bench;
	const workflow = await activeTrigger(bench, { events: all });
	const keys = Array.from({ length: 60 }, () => service.book().appointment_key);
	await service.deliveries.settled();
	await workflow.runs(60);

	const deliveries = keys.flatMap((key) => service.deliveries.of(key));
	await Promise.all(deliveries.map((delivery) => service.deliveries.redeliver(delivery)));
	await patience();

	const received = (await workflow.received()).map(({ data }) => data);
	expect(received).toHaveLength(60);
	expect(new Set(received.map((data) => JSON.stringify(data))).size).toBe(60);
	expect(await workflow.executions()).toHaveLength(60);
});
