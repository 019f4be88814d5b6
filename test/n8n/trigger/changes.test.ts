import { useFixture } from '../support/fixture';
import {
	activeTrigger,
	CANCELED,
	clearTriggers,
	CREATED,
	EACH_CHANGE,
	expectRuns,
	inDays,
	notificationOf,
	ran,
	recorded,
	UPDATED,
	type EventWorkflow,
} from '../support/events';

const NOWHERE = 'http://127.0.0.1:9/';
const fixture = useFixture({ zone: 'America/Sao_Paulo', deliveries: { schedule: [] } });
afterEach(clearTriggers);

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
	await n8n.stop();
	await n8n.start();
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
