import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { inOrder } from '../../../nodes/AppointmentScheduling/service/pool';
import { credentialOf, startService, type Service } from '../../stand-in';
import { credentialType, eventually } from '../harness';
import { useFixture } from '../support/fixture';
import {
	activeTrigger,
	ALL,
	CANCELED,
	clearTriggers,
	CREATED,
	expectRuns,
	inDays,
	notificationOf,
	recorded,
	UPDATED,
	type EventWorkflow,
} from '../support/events';

const NOWHERE = 'http://127.0.0.1:9/';
// The default: a check every five minutes, so what runs sooner was delivered. More: test/simulation.
const EACH_CHANGE = { events: ALL, runFor: 'changes', options: {} };
const fixture = useFixture({ zone: 'America/Sao_Paulo', deliveries: { schedule: [] } });
let other: Service | undefined;
afterEach(clearTriggers);
afterAll(async () => await other?.stop());

const book = (days: number) =>
	fixture.service.book({ start_date: inDays(days), status: 'CONFIRMED' }).appointment_key;

async function watching(): Promise<EventWorkflow> {
	const workflow = await activeTrigger(fixture, EACH_CHANGE);
	await recorded(fixture, workflow);
	return workflow;
}

/** The service cannot reach n8n during these changes. */
async function undelivered<T>(change: () => T): Promise<T> {
	const { deliveries } = fixture.service;
	deliveries.options.target = () => NOWHERE;
	const result = change();
	await deliveries.settled();
	deliveries.options.target = (url) => url;
	return result;
}

/** What each run was about, and what was known before. */
async function ran(workflow: EventWorkflow) {
	return (await workflow.received()).map(({ event, data, previous }) => {
		const { appointment_key: key } = data as IDataObject;
		return [event, key, (previous as IDataObject | undefined)?.status];
	});
}

test('a booking runs within seconds, once, as the API shows it; copies and forged deliveries start nothing', async () => {
	const { service } = fixture;
	const workflow = await watching();
	const bookedAt = Date.now();
	const booked = service.book({ start_date: inDays(1), status: 'CONFIRMED' });
	const { appointment_key: key } = booked;
	await workflow.runs(1);
	expect(Date.now() - bookedAt).toBeLessThan(120_000);

	const [delivery] = service.deliveries.of(key);
	await service.deliveries.redeliver(delivery!, { times: 3 });
	for (const event of [CREATED, CANCELED]) {
		for (const about of [key, 'forged']) {
			const forged = notificationOf(about, { event });
			expect((await service.deliveries.send(workflow.url(), forged)).status).toBe(200);
		}
	}
	service.cancel(key);
	await expectRuns(fixture, workflow, 2);

	expect(await ran(workflow)).toEqual([
		[CREATED, key, undefined],
		[CANCELED, key, 'CONFIRMED'],
	]);
	const [first] = await workflow.received();
	expect(first!.data).toEqual({ ...service.shown(booked), status: 'CONFIRMED' });
	expect(first).toMatchObject({
		appointment: { appointment_key: key },
		start: { time: expect.any(String) },
	});
});

test('what changed while n8n was stopped runs once with what was known before, and never again', async () => {
	const { n8n, service } = fixture;
	const [moved, canceled, marked] = [book(1), book(2), book(3)];
	const workflow = await watching();
	const delivered = book(4);
	await expectRuns(fixture, workflow, 1);

	await n8n.stop();
	const booked = await undelivered(() => {
		service.reschedule(moved, inDays(6));
		service.cancel(canceled);
		service.updateStatus(marked, 'ATTENDED');
		service.updateStatus(delivered, 'NO_SHOW');
		return book(5);
	});
	await n8n.start();
	await workflow.runs(6);
	const late = [booked, moved, canceled, marked, delivered].flatMap((key) =>
		service.deliveries.of(key).filter(({ state }) => state === 'failed'),
	);
	expect(late).toHaveLength(5);
	for (const delivery of late) await service.deliveries.redeliver(delivery, { times: 2 });
	await n8n.restart();
	await expectRuns(fixture, workflow, 6);

	const all = await ran(workflow);
	expect(all[0]).toEqual([CREATED, delivered, undefined]);
	expect(all.slice(1)).toEqual(
		expect.arrayContaining([
			[CREATED, booked, undefined],
			[UPDATED, moved, 'CONFIRMED'],
			[CANCELED, canceled, 'CONFIRMED'],
			[UPDATED, marked, 'CONFIRMED'],
			[UPDATED, delivered, 'CONFIRMED'],
		]),
	);
});

test('a new version of the workflow goes on: it finds a lost delivery, and runs nothing again', async () => {
	const workflow = await watching();
	const delivered = book(1);
	await expectRuns(fixture, workflow, 1);
	const lost = await undelivered(() => book(2));

	await workflow.save({ ...EACH_CHANGE, check: 'hourly', events: [CREATED, UPDATED] });
	await expectRuns(fixture, workflow, 2);

	expect(await ran(workflow)).toEqual([
		[CREATED, delivered, undefined],
		[CREATED, lost, undefined],
	]);
});

test('2,000 forged keys start nothing, and a booking that arrives among them runs within a check', async () => {
	const { service } = fixture;
	const known = book(1);
	const workflow = await activeTrigger(fixture, { ...EACH_CHANGE, check: 'everyMinute' });
	await recorded(fixture, workflow);
	service.requests.clear();
	const url = workflow.url();
	const send = async (nth: number) =>
		await service.deliveries.send(url, notificationOf(`forged-${nth}`, { event: UPDATED }));
	const forging = inOrder([...Array(2_000).keys()], 8, send);
	await sleep(2_000);
	const booked = book(2);
	service.updateStatus(known, 'ATTENDED');
	await forging;
	await expectRuns(fixture, workflow, 2);
	expect((await ran(workflow)).sort()).toEqual(
		[
			[CREATED, booked, undefined],
			[UPDATED, known, 'CONFIRMED'],
		].sort(),
	);
	const looks = service.requests.of('GET', /appointments\/.+/).length;
	const minutes = (Date.now() - service.requests.entries[0]!.startedAt) / 60_000;
	expect(looks).toBeLessThan(40 * Math.ceil(minutes));
});

test('after a token was revoked, the trigger goes on; meanwhile n8n has one failed execution', async () => {
	const { service } = fixture;
	const key = book(1);
	const workflow = await activeTrigger(fixture, { ...EACH_CHANGE, check: 'everyMinute' });
	await recorded(fixture, workflow);
	const refusal = { kind: 'respond', status: 401, body: { detail: 'Invalid token.' } } as const;
	const revoked = service.faults.add({ path: /appointments/, action: refusal });
	service.updateStatus(key, 'ATTENDED');
	await eventually(async () => {
		expect((await workflow.executions()).map(({ status }) => status)).toEqual(['error']);
	});
	const hits = revoked.hits;
	await eventually(() => expect(revoked.hits).toBeGreaterThan(hits + 1));
	revoked.remove();
	await workflow.runs(2);
	const statuses = (await workflow.executions()).map(({ status }) => status);
	expect(statuses).toEqual(['success', 'error']);
	expect(await ran(workflow)).toEqual([[UPDATED, key, 'CONFIRMED']]);
});

test('another account starts nothing but what changes there from now on', async () => {
	const { n8n, credentialId } = fixture;
	book(1);
	const workflow = await watching();
	// Both services would make up the same keys.
	const booking = (days: number) => ({
		appointment_key: randomUUID(),
		start_date: inDays(days),
		status: 'CONFIRMED' as const,
	});
	other = await startService({ deliveries: { schedule: [] } });
	other.seed(3, booking);
	const body = { name: 'Appointments', type: credentialType, data: credentialOf(other) };
	await n8n.api.rest('PATCH', `/credentials/${credentialId}`, { body });
	// A new version begins with a check.
	await workflow.save({ ...EACH_CHANGE, check: 'hourly' });
	// n8n may register the webhook after the first check.
	await eventually(() => {
		expect(n8n.log(/has another account/)).not.toEqual([]);
		expect(other!.webhooks.list()).toHaveLength(1);
	});
	const { appointment_key: key } = other.book(booking(9));
	await workflow.runs(1);
	expect(await ran(workflow)).toEqual([[CREATED, key, undefined]]);
});
