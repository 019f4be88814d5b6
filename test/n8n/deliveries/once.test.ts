import { useFixture } from '../support/fixture';
import {
	activeTrigger,
	ALL,
	clearTriggers,
	expectRuns,
	type EventWorkflow,
} from '../support/events';

const fixture = useFixture({ dialect: { timestampDigits: 6 } });
afterEach(clearTriggers);

const started = async () => ({
	atOnce: await activeTrigger(fixture, { events: ALL, options: { urlSecret: true } }),
	whenFinished: await activeTrigger(fixture, { events: ALL, options: { respond: 'whenFinished' } }),
});

/** Books an appointment, whose event is delivered to every workflow. */
async function book(): Promise<string> {
	const { appointment_key } = fixture.service.book();
	await fixture.service.deliveries.settled();
	return appointment_key;
}

/** Sends it five times at once to each workflow, or to the one of this URL. */
async function again(key: string, only = ''): Promise<void> {
	const { deliveries } = fixture.service;
	for (const delivery of deliveries.of(key).filter(({ url }) => url.startsWith(only))) {
		const attempts = await deliveries.redeliver(delivery, { times: 5 });
		expect(attempts.map(({ status }) => status)).toEqual(Array(5).fill(200));
	}
}

/** So many runs of the keys have reached the next node, in this order, once nothing else comes. */
async function expectReceived(workflow: EventWorkflow, keys: string[], executions: number) {
	await expectRuns(fixture, workflow, executions);
	const received = (await workflow.received()).map(({ data }) => data);
	expect(received).toMatchObject(keys.map((appointment_key) => ({ appointment_key })));
}

test('a delivery runs once, at once or when finished, and at once also after a kill and a restart', async () => {
	const { n8n } = fixture;
	const { atOnce, whenFinished } = await started();
	const url = atOnce.url();
	const keys = [await book(), await book()];
	for (const key of keys) await again(key);
	await expectReceived(atOnce, keys, 2);
	await expectReceived(whenFinished, keys, 2);

	await n8n.kill();
	await n8n.start();
	for (const key of keys) await again(key);
	// A copy that only n8n's table knows leaves an execution that ends at the trigger.
	await expectReceived(atOnce, keys, 4);
	// With When Finished, only the process remembers.
	await expectReceived(whenFinished, [...keys, ...keys], 4);
	expect(atOnce.url()).toBe(url);

	await n8n.restart();
	for (const key of keys) await again(key, url);
	await expectReceived(atOnce, keys, 6);
});
