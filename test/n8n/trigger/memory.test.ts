import type { INodeParameters } from 'n8n-workflow';
import { startService, type Service } from '../../stand-in';
import { pollingTriggerNodeType } from '../harness';
import { credentialOf, useBench, type Bench } from '../support/bench';
import { CANCELED, CREATED, day, ran, told, UPDATED } from '../support/catchUp';
import { activeTrigger, clearTriggers, eventually, patience } from '../support/events';
import { everyFiveSeconds } from '../support/polling';
import { startSink, tellSink } from '../support/sink';

const bench = useBench();
const services: Service[] = [];
afterEach(clearTriggers);
afterAll(async () => {
	await Promise.all(services.map(async (service) => await service.stop()));
});

/** A service that delivers nothing, with appointments that are known before the workflow is published. */
async function silent(count: number, start_date: string): Promise<Bench> {
	const service = await startService({ deliveries: { lost: true } });
	services.push(service);
	const made = (index: number) => ({
		appointment_key: `${services.length}-${index}`,
		start_date,
		status: 'CONFIRMED' as const,
	});
	service.seed(count, made);
	const credentialId = await bench.n8n.api.createCredential(credentialOf(service));
	return { n8n: bench.n8n, service, credentialId };
}

const catchingUp = async (at: Bench) =>
	await activeTrigger(at, {
		events: [CREATED, UPDATED, CANCELED],
		options: { catchUp: 'everyMinute' },
	});

/** Waits for so many further checks. What they find runs before the next one. */
async function checks(service: Service, count: number): Promise<void> {
	const lists = () => service.requests.of('GET', /appointments\/$/).length;
	const before = lists();
	await eventually(() => expect(lists()).toBeGreaterThanOrEqual(before + count), 300_000);
	await patience();
}

test('appointments that began two days ago start no runs, and an edited credential starts none', async () => {
	const old = await silent(3, day(-49 / 24));
	const former = await silent(2, day(2));
	const other = await silent(7, day(3));
	const same = await silent(2, day(2));
	const [aged, moved, kept] = [
		await catchingUp(old),
		await catchingUp(former),
		await catchingUp(same),
	];
	await Promise.all([old, former, same].map(async ({ service }) => await checks(service, 1)));

	// Another account, and another address of the same account while something changes.
	await bench.n8n.api.editCredential(former.credentialId, credentialOf(other.service));
	const localhost = same.service.baseUrl.replace('127.0.0.1', 'localhost');
	await bench.n8n.api.editCredential(same.credentialId, {
		...credentialOf(same.service),
		baseUrl: localhost,
	});
	const [changed] = same.service.appointments.list();
	same.service.updateStatus(changed!.appointment_key, 'PENDING');
	await Promise.all([ran(kept, 1), checks(other.service, 2), checks(old.service, 2)]);
	const { appointment_key: booked } = other.service.book({ start_date: day(4) });
	await ran(moved, 1);

	const all = { aged: await told(aged), kept: await told(kept), moved: await told(moved) };
	const key = changed!.appointment_key;
	expect(all).toEqual({
		aged: [],
		kept: [{ event: UPDATED, key, caughtUp: true, previous: 'CONFIRMED' }],
		moved: [{ event: CREATED, key: booked, caughtUp: true, previous: undefined }],
	});
}, 600_000);

test('Only When Changed with a Status filter reports an appointment that comes back to the status', async () => {
	const { service } = bench;
	const options: INodeParameters = { onlyWhenChanged: ['status'], status: ['CONFIRMED'] };
	const workflow = await activeTrigger(bench, { events: [UPDATED], options });
	const { appointment_key: key } = service.book({ status: 'PENDING' });
	for (const status of ['CONFIRMED', 'PENDING', 'CONFIRMED'] as const) {
		service.updateStatus(key, status);
		await service.deliveries.settled();
	}
	await workflow.runs(2);
	expect((await workflow.received()).map(({ previous }) => previous)).toMatchObject([
		undefined,
		{ status: 'PENDING' },
	]);
});

test('deliveries arrive after a run from before an unpublication has ended', async () => {
	const { n8n, service } = bench;
	const sink = await startSink(Infinity);
	try {
		const parameters = { events: [CREATED], options: { urlSecret: true } };
		const workflow = await activeTrigger(bench, parameters, { then: [tellSink(sink)] });
		service.book();
		await eventually(() => expect(sink.underWay).toBe(1));
		await n8n.api.deactivate(workflow.id);
		await n8n.api.activate(workflow.id);
		sink.release();
		await workflow.runs(1);

		const { appointment_key: key } = service.book();
		await service.deliveries.settled();

		const attempts = service.deliveries.of(key).flatMap((delivery) => delivery.attempts);
		expect(attempts).toMatchObject([{ status: 200 }]);
	} finally {
		sink.release();
		await sink.stop();
	}
});

test('a redelivery does not run again after polls of another trigger and a restart', async () => {
	const { n8n, service } = bench;
	const beside = {
		name: 'Polling',
		type: pollingTriggerNodeType,
		parameters: { event: 'created', pollTimes: { item: everyFiveSeconds } },
	};
	const workflow = await activeTrigger(bench, { events: [CREATED] }, { beside });
	await checks(service, 1);
	const { appointment_key: key } = service.book({ start_date: day(2) });
	await workflow.runs(2);
	// A poll with items saves static data once more.
	service.seed(1, { start_date: day(3) });
	await workflow.runs(3);
	await n8n.restart();

	const [delivery] = service.deliveries.of(key);
	expect(await service.deliveries.redeliver(delivery!)).toMatchObject([{ status: 200 }]);

	await checks(service, 1);
	expect((await workflow.received()).map(({ event }) => event).sort()).toEqual(
		[CREATED, 'created', 'created'].sort(),
	);
});
