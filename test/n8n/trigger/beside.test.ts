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
const fixture = useFixture({}, { env: durable });
afterAll(clearTriggers);

/** Replaces static data by a copy from when it began. */
const code = {
	name: 'Code',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: "$getWorkflowStaticData('global').seen = Date.now();\nreturn $input.all();",
	},
};

test('with both triggers and a Code node that writes static data in one workflow, nothing is lost or runs again after a kill', async () => {
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
		const parameters = { events: [CREATED], runFor: 'changes', options: {} };
		const then = [tellSink(sink), code];
		const both = await activeTrigger(fixture, parameters, { then, beside });
		await recorded(fixture, both);
		await polled();
		const first = service.book({ start_date: inDays(2) }).appointment_key;
		// The run of the change and that of the poll, which began from different static data.
		await eventually(() => expect(sink.held).toHaveLength(2));
		await polled();
		sink.takesMs = 0;
		sink.release();
		await both.runs(2);
		const second = service.book({ start_date: inDays(3) }).appointment_key;
		await both.runs(4);
		await n8n.kill();
		await n8n.start();
		await polled();
		for (const delivery of service.deliveries.of(first)) {
			await service.deliveries.redeliver(delivery);
		}
		await polled();

		await expectRuns(fixture, both, 4);
		const events = sink.received.map(({ event, data }) => [event, data?.appointment_key]);
		expect(events.sort()).toEqual(
			[first, second]
				.flatMap((key) => [
					[CREATED, key],
					['created', key],
				])
				.sort(),
		);
	} finally {
		sink.release();
		await sink.stop();
	}
});
