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

/** Each of the keys has run once in each of the workflows, in this order. */
async function expectOnce(workflows: EventWorkflow[], keys: string[]): Promise<void> {
	for (const workflow of workflows) {
		await expectRuns(fixture, workflow, keys.length);
		const received = (await workflow.received()).map(({ data }) => data);
		expect(received).toMatchObject(keys.map((appointment_key) => ({ appointment_key })));
	}
}

test('a delivery runs once, at once or when finished, also after a kill right after its run, and after a restart', async () => {
	const { n8n } = fixture;
	const { atOnce, whenFinished } = await started();
	const both = [atOnce, whenFinished];
	const url = atOnce.url();
	const keys = [await book(), await book()];
	// A dropped copy after the last run must not cost what the run has saved.
	await again(keys[1]!, whenFinished.url());
	await atOnce.runs(2);

	await n8n.kill();
	await n8n.start();
	for (const key of keys) await again(key);
	await expectOnce(both, keys);
	expect(atOnce.url()).toBe(url);

	keys.push(await book(), await book());
	await expectOnce(both, keys);
	await n8n.restart();
	// When finished, a run is remembered once a later run or copy has ended.
	for (const key of keys.slice(0, -1)) await again(key);
	await again(keys.at(-1)!, url);
	await expectOnce(both, keys);
});
