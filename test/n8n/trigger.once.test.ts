import { useBench } from './support/bench';
import { outputOf } from './harness';
import { activeTrigger, clearTriggers, patience, savedTrigger } from './support/events';

const bench = useBench({ dialect: { timestampDigits: 6 } });
afterEach(clearTriggers);

const all = ['appointment.created', 'appointment.updated', 'appointment.canceled'];
const succeeded = (attempts: Array<{ status?: number }>) =>
	attempts.every(({ status }) => status === 200);

test('the same delivery in sequence, 20 times at once, after a restart and after a kill', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events: all });
	const { appointment_key } = service.book();
	await service.deliveries.settled();
	const [delivery] = service.deliveries.of(appointment_key);
	await workflow.runs(1);
	const again = async (times: number) => {
		expect(succeeded(await service.deliveries.redeliver(delivery!, { times }))).toBe(true);
		await patience();
		expect(await workflow.received()).toEqual([delivery!.notification]);
		expect(await workflow.executions()).toHaveLength(1);
	};

	await again(1);
	await again(20);
	await n8n.restart();
	await again(20);
	await n8n.kill();
	await n8n.start();
	await again(20);
}, 180_000);

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
}, 120_000);

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

test('a kill right after its run has ended', async () => {
	const { n8n, service } = bench;
	const workflow = await activeTrigger(bench, { events: all });
	const { appointment_key } = service.book();
	await service.deliveries.settled();
	await workflow.runs(1);

	await n8n.kill();
	await n8n.start();
	const [delivery] = service.deliveries.of(appointment_key);
	expect(succeeded(await service.deliveries.redeliver(delivery!, { times: 20 }))).toBe(true);
	await patience();

	expect(await workflow.received()).toEqual([delivery!.notification]);
	expect(await workflow.executions()).toHaveLength(1);
}, 120_000);

describe.each(['distinct', 'shared', 'absent'] as const)('timestamps %s', (timestamps) => {
	beforeEach(() => bench.service.speak({ timestamps }));
	afterEach(() => bench.service.speak({ timestamps: 'distinct' }));

	test('every event of an appointment runs, however close to the one before', async () => {
		const { service } = bench;
		const workflow = await activeTrigger(bench, { events: all });
		const { appointment_key } = service.book();
		for (let hour = 10; hour < 14; hour += 1) {
			service.reschedule(appointment_key, `2027-01-04T${hour}:00:00`);
		}
		service.cancel(appointment_key);
		await service.deliveries.settled();

		await workflow.runs(6);

		const sent = service.deliveries.of(appointment_key).map(({ notification }) => notification);
		expect(sent).toHaveLength(6);
		const received = await workflow.received();
		expect(received).toHaveLength(6);
		expect(received).toEqual(expect.arrayContaining(sent));
	});
});

test('redeliveries with a new timestamp: a creation runs once, a change cannot be told from a new one', async () => {
	const { service } = bench;
	service.speak({ restamped: true });
	const workflow = await activeTrigger(bench, { events: all });
	const { appointment_key } = service.book();
	service.updateStatus(appointment_key, 'ATTENDED');
	await service.deliveries.settled();
	await workflow.runs(2);

	for (const delivery of service.deliveries.of(appointment_key)) {
		await service.deliveries.redeliver(delivery, { times: 3 });
	}
	await workflow.runs(5);
	service.speak({ restamped: false });

	const seen = (await workflow.received()).map(({ event }) => event);
	expect(seen.filter((event) => event === 'appointment.created')).toHaveLength(1);
	expect(seen.filter((event) => event === 'appointment.updated')).toHaveLength(4);
});

test('events with null as data run', async () => {
	const { service } = bench;
	service.speak({ nullData: true });
	const workflow = await activeTrigger(bench, { events: all });
	service.updateStatus(service.book().appointment_key, 'ATTENDED');
	await service.deliveries.settled();
	service.speak({ nullData: false });

	await workflow.runs(2);
	const received = (await workflow.received()).map(({ event, data }) => ({ event, data }));
	expect(received).toHaveLength(2);
	expect(received).toEqual(
		expect.arrayContaining([
			{ event: 'appointment.created', data: null },
			{ event: 'appointment.updated', data: null },
		]),
	);
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

test('a creation is one event whatever its timestamp, an update with another timestamp another', async () => {
	const { service } = bench;
	const workflow = await activeTrigger(bench, { events: all });
	const send = async (event: string, second: number) =>
		await service.deliveries.send(workflow.url(), {
			event,
			timestamp: `2026-11-21T10:00:0${second}+01:00`,
			data: { appointment_key: 'same' },
		});

	for (const event of ['appointment.created', 'appointment.updated']) {
		for (const second of [1, 2, 1, 2]) await send(event, second);
	}
	await workflow.runs(3);

	const seen = (await workflow.received()).map(({ event, timestamp }) => `${event} ${timestamp}`);
	expect(seen.sort()).toEqual([
		'appointment.created 2026-11-21T10:00:01+01:00',
		'appointment.updated 2026-11-21T10:00:01+01:00',
		'appointment.updated 2026-11-21T10:00:02+01:00',
	]);
});

test('without de-duplication every delivery runs', async () => {
	const { service } = bench;
	const workflow = await activeTrigger(bench, { events: all, options: { deduplicate: false } });
	const { appointment_key } = service.book();
	await service.deliveries.settled();

	await service.deliveries.redeliver(service.deliveries.of(appointment_key)[0]!, { times: 3 });

	await workflow.runs(4);
	expect(await workflow.received()).toHaveLength(4);
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
}, 90_000);
