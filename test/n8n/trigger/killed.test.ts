import { eventually, pollingTriggerNodeType } from '../harness';
import { useFixture } from '../support/fixture';
import { activeTrigger, clearTriggers, CREATED, expectRuns, inDays } from '../support/events';
import { everyFewSeconds } from '../support/polling';
import { durable } from '../support/pollingSuite';
import { startSink, tellSink } from '../support/sink';

// Each poll gets a copy of the static data that n8n has saved.
const fixture = useFixture({}, { env: durable });
test('when n8n is killed with both triggers in one workflow, neither sets the other one back', async () => {
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
		const then = [tellSink(sink)];
		const both = await activeTrigger(fixture, { events: [CREATED] }, { then, beside });
		await polled();
		const delivered = service.book({ start_date: inDays(2) }).appointment_key;
		// The run of the delivery and that of the poll, which began from different static data.
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
		await polled();
		for (const delivery of service.deliveries.of(delivered)) {
			await service.deliveries.redeliver(delivery);
		}
		await polled();

		await expectRuns(fixture, both, 3);
		const events = sink.received.map(({ event, data }) => [event, data?.appointment_key]);
		expect(events.sort()).toEqual(
			[
				[CREATED, delivered],
				['created', delivered],
				['created', later],
			].sort(),
		);
	} finally {
		sink.release();
		await clearTriggers();
		await sink.stop();
	}
});
