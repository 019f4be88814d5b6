import { eventually, pollingTriggerNodeType } from '../harness';
import { useFixture } from '../support/fixture';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	expectRuns,
	inDays,
	recorded,
} from '../support/events';
import { everyFewSeconds } from '../support/polling';
import { durable } from '../support/pollingSuite';
import { startSink, tellSink } from '../support/sink';

// Each poll gets a copy of the static data that n8n has saved.
const fixture = useFixture({}, { env: { ...durable, N8N_RUNNERS_MODE: 'internal' } });
afterEach(clearTriggers);

const EACH_CHANGE = { events: [CREATED], runFor: 'changes', options: {} };
/** Replaces static data by a copy from when it began. */
const code = {
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode: "$getWorkflowStaticData('global').seen = 1;\nreturn $input.all();" },
};

const redeliver = async (key: string) => {
	const { deliveries } = fixture.service;
	for (const delivery of deliveries.of(key)) await deliveries.redeliver(delivery);
};

test('with both triggers in one workflow, a kill lets neither set the other one back', async () => {
	const { n8n, service } = fixture;
	const sink = await startSink(Infinity);
	/** Waits for two polls that begin from now on. */
	const polled = async () => {
		const lists = () => service.requests.of('GET', /appointments\/$/).length;
		const before = lists();
		await eventually(() => expect(lists()).toBeGreaterThan(before + 1));
	};
	try {
		const beside = {
			name: 'Polling',
			type: pollingTriggerNodeType,
			parameters: { event: 'created', pollTimes: { item: everyFewSeconds } },
		};
		const both = await activeTrigger(fixture, EACH_CHANGE, { then: [tellSink(sink)], beside });
		await recorded(fixture, both);
		await polled();
		const first = service.book({ start_date: inDays(2) }).appointment_key;
		// The run of the change and that of the poll, which began from different static data.
		await eventually(() => expect(sink.held).toHaveLength(2));
		await polled();
		sink.takesMs = 0;
		sink.release();
		await both.runs(2);
		await polled();
		// The end of the first run has set the saved polls back, until a poll with items saves.
		const later = service.seed(1, { start_date: inDays(3) })[0]!.appointment_key;
		await both.runs(3);
		await n8n.kill();
		await n8n.start();
		// The first check finds what was not delivered.
		await both.runs(4);
		await polled();
		await redeliver(first);
		await polled();

		await expectRuns(fixture, both, 4);
		const events = sink.received.map(({ event, data }) => [event, data?.appointment_key]);
		const expected = [first, later].flatMap((key) => [
			[CREATED, key],
			['created', key],
		]);
		expect(events.sort()).toEqual(expected.sort());
	} finally {
		sink.release();
		await sink.stop();
	}
});

test('a Code node that writes static data sets nothing back, even over a kill', async () => {
	const { n8n, service } = fixture;
	const workflow = await activeTrigger(fixture, EACH_CHANGE, { then: [code] });
	await recorded(fixture, workflow);
	const keys: string[] = [];
	for (let days = 1; days <= 3; days += 1) {
		keys.push(service.book({ start_date: inDays(days) }).appointment_key);
		await expectRuns(fixture, workflow, days);
	}
	await n8n.kill();
	await n8n.start();
	for (const key of keys) await redeliver(key);
	const last = service.book({ start_date: inDays(4) }).appointment_key;
	await expectRuns(fixture, workflow, 4);

	const events = (await workflow.received()).map(({ data }) => data);
	expect(events).toMatchObject([...keys, last].map((appointment_key) => ({ appointment_key })));
});
