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
	fixture.service.book({ start_date: inDays(days), status: 'CONFIRMED' }).appointment_key;

/** The changes happen, but their deliveries get lost. */
async function unheard(change: () => void): Promise<void> {
	const { options } = fixture.service.deliveries;
	options.target = () => NOWHERE;
	change();
	await fixture.service.deliveries.settled();
	options.target = fixture.cluster.target;
}

test('two webhook processors and two workers run each change once, delivered or not, and never again', async () => {
	const { service, cluster, runs } = fixture;
	const [moved, canceled, lost] = [book(1), book(2), book(3)];
	const { workflowId } = await fixture.subscribe({ catchUp: 'everyMinute' }, ALL);
	const expected: unknown[] = [];
	/** All of them have run, and nothing else has. */
	const ran = async (...events: unknown[]) => {
		expected.push(...events);
		await eventually(() => expect(runs.received.length).toBeGreaterThanOrEqual(expected.length));
		await fixture.quiet(workflowId);
		const received = runs.received.map(({ event, data, ...more }) => ({
			event,
			key: data?.appointment_key,
			caughtUp: 'caughtUp' in more,
		}));
		expect(received).toHaveLength(expected.length);
		expect(received).toEqual(expect.arrayContaining(expected));
	};

	const delivered = book(20);
	await service.deliveries.settled();
	await unheard(() => service.updateStatus(lost, 'ATTENDED'));
	await ran(
		{ event: 'appointment.created', key: delivered, caughtUp: false },
		{ event: 'appointment.updated', key: lost, caughtUp: true },
	);

	let booked = '';
	await cluster.stopN8n();
	await unheard(() => {
		booked = book(21);
		service.reschedule(moved, inDays(22));
		service.cancel(canceled);
		service.updateStatus(delivered, 'NO_SHOW');
	});
	await cluster.startN8n();
	await ran(
		{ event: 'appointment.created', key: booked, caughtUp: true },
		{ event: 'appointment.updated', key: moved, caughtUp: true },
		{ event: 'appointment.canceled', key: canceled, caughtUp: true },
		{ event: 'appointment.updated', key: delivered, caughtUp: true },
	);

	const late = [booked, moved, canceled, delivered, lost].flatMap((key) =>
		service.deliveries.of(key).filter(({ state }) => state === 'failed'),
	);
	expect(late).toHaveLength(5);
	// Both processors get copies.
	for (const delivery of late) await service.deliveries.redeliver(delivery, { times: 4 });
	await cluster.stopN8n();
	await cluster.startN8n();
	await sleep(CHECKED_MS);
	await ran();
});
