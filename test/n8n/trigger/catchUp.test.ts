import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import { useBench } from '../support/bench';
import { activeTrigger, clearTriggers, type EventWorkflow } from '../support/events';

const bench = useBench({ zone: 'Europe/Madrid' });
afterEach(clearTriggers);

const all = ['appointment.created', 'appointment.updated', 'appointment.canceled'];
/** Longer than a first check and the grace period take. */
const CHECKED_MS = 32_000;
const start = async (options: INodeParameters) =>
	await activeTrigger(bench, { events: all, options });

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function restarted(workflow: EventWorkflow, runs: number): Promise<void> {
	await bench.n8n.restart();
	await sleep(CHECKED_MS);
	await workflow.runs(runs);
	expect(await workflow.executions()).toHaveLength(runs);
}

describe('n8n was stopped while appointments changed', () => {
	test('each change runs once after the start, late deliveries and another restart start nothing', async () => {
		const { n8n, service } = bench;
		const [kept, moved, canceled, marked] = [1, 2, 3, 4].map((days) =>
			service.book({ start_date: day(days), status: 'CONFIRMED' }),
		);
		const workflow = await start({ catchUp: 'atStart' });
		const delivered = service.book({ start_date: day(5), status: 'CONFIRMED' });
		await service.deliveries.settled();
		await workflow.runs(1);
		await n8n.stop();
		service.deliveries.options.target = () => 'http://127.0.0.1:9/';
		service.deliveries.options.schedule = [];
		const booked = service.book({ start_date: day(6), status: 'CONFIRMED' });
		service.reschedule(moved!.appointment_key, day(7));
		service.cancel(canceled!.appointment_key);
		service.updateStatus(marked!.appointment_key, 'ATTENDED');
		service.updateStatus(delivered.appointment_key, 'NO_SHOW');
		await service.deliveries.settled();

		service.deliveries.options.target = (url) => url;
		await n8n.start();
		await sleep(CHECKED_MS);
		await workflow.runs(6);

		const caughtUp = (await workflow.received()).filter((item) => item.caughtUp === true);
		const found = caughtUp.map(({ event, data, previous }) => [
			event,
			(data as { appointment_key: string }).appointment_key,
			(previous as { status?: string } | undefined)?.status,
		]);
		expect(found.sort()).toEqual(
			[
				['appointment.created', booked.appointment_key, undefined],
				['appointment.updated', moved!.appointment_key, 'CONFIRMED'],
				['appointment.canceled', canceled!.appointment_key, 'CONFIRMED'],
				['appointment.updated', marked!.appointment_key, 'CONFIRMED'],
				['appointment.updated', delivered.appointment_key, 'CONFIRMED'],
			].sort(),
		);
		expect(JSON.stringify(caughtUp)).not.toContain(kept!.appointment_key);

		const late = [booked, moved!, canceled!, marked!, delivered].flatMap(({ appointment_key }) =>
			service.deliveries.of(appointment_key).filter(({ state }) => state === 'failed'),
		);
		expect(late).toHaveLength(5);
		for (const delivery of late) await service.deliveries.redeliver(delivery, { times: 3 });
		await restarted(workflow, 6);
	}, 240_000);
});

test('off: n8n requests no appointments at its start', async () => {
	const { n8n, service } = bench;
	await start({});
	service.requests.clear();
	await n8n.restart();
	await sleep(6_000);
	expect(service.requests.of('GET', /appointments/)).toEqual([]);
}, 120_000);

test('a webhook that was deleted at the service is registered again, and logged', async () => {
	const { n8n, service } = bench;
	const workflow = await start({ catchUp: 'everyMinute' });
	const url = workflow.url();
	service.webhooks.clear();
	for (let waited = 0; service.webhooks.list().length === 0 && waited < 90; waited += 1) {
		await sleep(1_000);
	}
	expect(service.webhooks.list()).toMatchObject([{ url, events: all }]);
	expect(n8n.log(/registered again/)).not.toEqual([]);
}, 180_000);

test('a service that never delivers: each change runs once within two minutes; one that delivers: once', async () => {
	const { service } = bench;
	const workflow = await start({ catchUp: 'everyMinute' });
	const delivered = service.book({ start_date: day(2), status: 'CONFIRMED' });
	await service.deliveries.settled();
	service.deliveries.options.target = () => 'http://127.0.0.1:9/';
	service.deliveries.options.schedule = [];
	const silent = service.book({ start_date: day(3), status: 'CONFIRMED' });
	service.updateStatus(delivered.appointment_key, 'ATTENDED');
	await service.deliveries.settled();
	await sleep(120_000);
	service.deliveries.options.target = (url) => url;

	const received = (await workflow.received()).map(({ event, data, caughtUp = false }) => [
		event,
		(data as { appointment_key: string }).appointment_key,
		caughtUp,
	]);
	expect(received).toHaveLength(3);
	expect(received).toEqual(
		expect.arrayContaining([
			['appointment.created', delivered.appointment_key, false],
			['appointment.created', silent.appointment_key, true],
			['appointment.updated', delivered.appointment_key, true],
		]),
	);
}, 240_000);

test('what changed: deliveries carry the former state, and updates without a chosen change do not run', async () => {
	const { service } = bench;
	const workflow = await start({ onlyWhenChanged: ['start'] });
	const { appointment_key } = service.book({ start_date: day(2), status: 'CONFIRMED' });
	await service.deliveries.settled();
	await workflow.runs(1);
	service.updateStatus(appointment_key, 'PENDING');
	await service.deliveries.settled();
	service.reschedule(appointment_key, day(4));
	await service.deliveries.settled();
	await workflow.runs(2);
	const [created, updated] = await workflow.received();
	expect(created).not.toHaveProperty('previous');
	expect(updated).toMatchObject({ event: 'appointment.updated', previous: { status: 'PENDING' } });
	expect(await workflow.executions()).toHaveLength(2);
}, 120_000);
