import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../n8n/harness';
import { ALL, inDays } from '../n8n/support/events';
import { QueueFixture } from '../queue/support/fixture';

const fixture = new QueueFixture();
const NOWHERE = 'http://127.0.0.1:9/';
/** The first check, the grace period and the check after it. */
const CHECKED_MS = 40_000;

beforeAll(async () => await fixture.start());
afterAll(async () => await fixture.stop());

const book = (days: number) =>
	fixture.service.book({ start_date: inDays(days), status: 'CONFIRMED' });

/** Waits until so many runs have reached the sink, and for what may come after. */
async function ran(count: number, workflowId: string): Promise<void> {
	await eventually(() => expect(fixture.runs.received.length).toBeGreaterThanOrEqual(count));
	await fixture.quiet(workflowId);
}

/** The changes happen, but their deliveries get lost. */
async function unheard(change: () => void): Promise<void> {
	const { options } = fixture.service.deliveries;
	options.target = () => NOWHERE;
	change();
	await fixture.service.deliveries.settled();
	options.target = fixture.cluster.target;
}

const heard = (from = 0) =>
	fixture.runs.received
		.slice(from)
		.map(({ event, data }) => [event, data?.appointment_key])
		.sort();

test('two webhook processors and two workers run each change once, delivered or not, and never again', async () => {
	const { service, cluster, runs } = fixture;
	const [moved, canceled, marked, lost, again] = [1, 2, 3, 4, 5].map(book);
	const busy = Array.from({ length: 10 }, (_, index) => book(6 + index));
	const { workflowId } = await fixture.subscribe({ catchUp: 'everyMinute' }, ALL);

	const delivered = book(20);
	for (const { appointment_key } of busy) service.updateStatus(appointment_key, 'ATTENDED');
	service.updateStatus(again!.appointment_key, 'ATTENDED');
	await service.deliveries.settled();
	await fixture.quiet(workflowId);
	service.updateStatus(again!.appointment_key, 'CONFIRMED');
	await service.deliveries.settled();
	await unheard(() => service.updateStatus(lost!.appointment_key, 'ATTENDED'));
	await ran(14, workflowId);
	const updated = [...busy, again!, again!, lost!].map(({ appointment_key }) => appointment_key);
	expect(heard()).toEqual(
		[
			['appointment.created', delivered.appointment_key],
			...updated.map((key) => ['appointment.updated', key]),
		].sort(),
	);
	expect(runs.last(lost!.appointment_key)).toMatchObject({ caughtUp: true });

	await cluster.stopN8n();
	const booked: Array<typeof delivered> = [];
	await unheard(() => {
		booked.push(book(21));
		service.reschedule(moved!.appointment_key, inDays(22));
		service.cancel(canceled!.appointment_key);
		service.updateStatus(marked!.appointment_key, 'ATTENDED');
		service.updateStatus(delivered.appointment_key, 'NO_SHOW');
		service.updateStatus(again!.appointment_key, 'ATTENDED');
	});
	await cluster.startN8n();
	await ran(20, workflowId);
	const found = runs.received.slice(14);
	expect(found).toEqual(found.map(() => expect.objectContaining({ caughtUp: true })));
	expect(heard(14)).toEqual(
		[
			['appointment.created', booked[0]?.appointment_key],
			['appointment.updated', moved!.appointment_key],
			['appointment.canceled', canceled!.appointment_key],
			['appointment.updated', marked!.appointment_key],
			['appointment.updated', delivered.appointment_key],
			['appointment.updated', again!.appointment_key],
		].sort(),
	);

	const late = [...booked, moved!, canceled!, marked!, delivered, again!, lost!].flatMap(
		({ appointment_key }) =>
			service.deliveries.of(appointment_key).filter(({ state }) => state === 'failed'),
	);
	expect(late).toHaveLength(7);
	// Both processors get copies.
	for (const delivery of late) await service.deliveries.redeliver(delivery, { times: 4 });
	await cluster.stopN8n();
	await cluster.startN8n();
	await sleep(CHECKED_MS);
	await fixture.quiet(workflowId);
	expect(heard(20)).toEqual([]);
});
