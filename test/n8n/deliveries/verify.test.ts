import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeParameters } from 'n8n-workflow';
import type { Attempt } from '../../stand-in';
import { useSharedN8n } from '../support/bench';
import { activeTrigger, clearTriggers, expectRuns, notificationOf } from '../support/events';

// A service that delivers once, so that nothing but the first response counts.
const bench = useSharedN8n({ deliveries: { schedule: [] } });
afterEach(clearTriggers);

const CANCELED = 'appointment.canceled';
const GONE = { kind: 'respond', status: 404 } as const;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function start(options: INodeParameters = {}) {
	const events = ['appointment.created', 'appointment.updated', CANCELED];
	const parameters = { events, options: { verify: 'refetch', ...options } };
	const workflow = await activeTrigger(bench, parameters);
	const url = workflow.url();
	return {
		...workflow,
		send: async (key: string, more: object = {}) =>
			await bench.service.deliveries.send(url, notificationOf(key, more)),
	};
}

const pathOf = (key: string) => new RegExp(`/${key}/$`);
const seconds = ({ startedAt, endedAt }: Attempt) => (endedAt - startedAt) / 1_000;
const attemptsFor = (key: string) =>
	bench.service.deliveries.of(key).flatMap(({ attempts }) => attempts);

test('the data is what the API shows, also for the filters', async () => {
	const workflow = await start({ status: ['PENDING'] });
	const [confirmed, pending] = (['CONFIRMED', 'PENDING'] as const).map(
		(status) => bench.service.seed(1, { status })[0]!,
	);
	for (const { appointment_key } of [confirmed!, pending!]) {
		await workflow.send('', { data: { appointment_key, status: 'ATTENDED' } });
	}
	await expectRuns(bench, workflow, 1);
	expect(await workflow.received()).toMatchObject([{ data: bench.service.shown(pending!) }]);
});

test('all of 30 bookings at once run, at a service that delivers once', async () => {
	const { service } = bench;
	const workflow = await start();
	service.speak({ latency: 100 });
	const booked = Array.from({ length: 30 }, () => service.book({ start_date: inDays(1) }));
	await expectRuns(bench, workflow, 30);
	for (const { appointment_key } of booked) {
		expect(attemptsFor(appointment_key)).toMatchObject([{ status: 200 }]);
	}
	service.speak({ latency: 0 });
});

test('eight forged deliveries a second do not keep bookings out', async () => {
	const { service } = bench;
	const workflow = await start();
	service.speak({ latency: 300 });
	const keys = Array.from({ length: 4 }, () => randomUUID());
	const forged: Array<Promise<Attempt>> = [];
	const booked: string[] = [];
	for (let time = 0; time < 80; time += 1) {
		forged.push(workflow.send(time % 2 ? keys[time % 4]! : randomUUID()));
		if (time % 10 === 5) booked.push(service.book({ start_date: inDays(1) }).appointment_key);
		await sleep(125);
	}
	await expectRuns(bench, workflow, booked.length);
	for (const key of booked) expect(attemptsFor(key)).toMatchObject([{ status: 200 }]);
	await Promise.all(forged);
	service.speak({ latency: 0 });
});

test('the response and its time do not tell whether the API knows a key', async () => {
	const workflow = await start();
	const [{ appointment_key: known } = { appointment_key: '' }] = bench.service.seed(1);
	await workflow.send(randomUUID());
	for (const event of ['appointment.created', 'appointment.updated']) {
		for (const key of [known, randomUUID()]) {
			const answer = await workflow.send(key, { event });
			expect([answer.status, answer.body]).toEqual([200, '{"message":"Received"}']);
			expect(seconds(answer)).toBeGreaterThan(1.9);
		}
	}
	await expectRuns(bench, workflow, 2);
});

test('a booking that the API shows five seconds later runs, once', async () => {
	const { service } = bench;
	const workflow = await start();
	const [booked] = service.seed(1);
	const fault = service.faults.add({ path: pathOf(booked!.appointment_key), action: GONE });
	setTimeout(() => fault.remove(), 5_000);
	expect((await workflow.send(booked!.appointment_key)).status).toBe(200);
	await expectRuns(bench, workflow, 1);
	expect(fault.hits).toBeGreaterThan(1);
});

test('a change that the API shows two seconds later runs, with Only When Changed', async () => {
	const { service } = bench;
	const workflow = await start({ onlyWhenChanged: ['status'] });
	const { appointment_key: key } = service.book({ status: 'PENDING', start_date: inDays(1) });
	await workflow.runs(1);
	const before = service.shown(service.appointments.get(key)!);
	const action = { kind: 'respond', status: 200, body: before } as const;
	const stale = service.faults.add({ method: 'GET', path: pathOf(key), action });
	setTimeout(() => stale.remove(), 2_000);
	service.updateStatus(key, 'CONFIRMED');
	await expectRuns(bench, workflow, 2);
	expect((await workflow.received())[1]).toMatchObject({ data: { status: 'CONFIRMED' } });
});

test('a cancellation that the API contradicts gets 503, and runs once the API shows it', async () => {
	const { service } = bench;
	const workflow = await start();
	const [{ appointment_key: key } = { appointment_key: '' }] = service.seed(1);
	const answer = await workflow.send(key, { event: CANCELED });
	expect(answer.status).toBe(503);
	expect(seconds(answer)).toBeGreaterThan(3);
	expect(seconds(answer)).toBeLessThan(10);
	service.appointments.update(key, { status: 'CANCELED_CLIENT' });
	expect((await workflow.send(key, { event: CANCELED })).status).toBe(200);
	await expectRuns(bench, workflow, 1);
});

test('cancellations run at a service that answers 404 for what is canceled', async () => {
	const { service } = bench;
	const workflow = await start();
	service.speak({ canceledListed: 'byFlag' });
	const booked = service.seed(12, { status: 'CONFIRMED', start_date: inDays(2) });
	const faults = booked.map(({ appointment_key: key }) =>
		service.faults.add({ method: 'GET', path: pathOf(key), action: GONE }),
	);
	for (const { appointment_key } of booked) service.cancel(appointment_key);
	await expectRuns(bench, workflow, 12);
	for (const { data } of (await workflow.received()) as Array<{ data: object }>) {
		expect(data).toMatchObject({ status: 'CANCELED', person: { email: expect.any(String) } });
	}
	for (const fault of faults) fault.remove();
	service.speak({ canceledListed: 'always' });
});

test('the response is 503 in time while the API asks to wait a minute, and the redelivery runs', async () => {
	const { service } = bench;
	const workflow = await start();
	const headers = { 'retry-after': '60' };
	const action = { kind: 'respond', status: 429, headers } as const;
	service.faults.add({ method: 'GET', times: 1, action });
	const [{ appointment_key: key } = { appointment_key: '' }] = service.seed(1);
	const answer = await workflow.send(key);
	expect(answer.status).toBe(503);
	expect(seconds(answer)).toBeLessThan(10);
	expect((await workflow.send(key)).status).toBe(200);
	await expectRuns(bench, workflow, 1);
});
