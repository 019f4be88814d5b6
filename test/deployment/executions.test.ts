import { useBench } from '../n8n/support/bench';
import { activeTrigger, clearTriggers, eventually, patience } from '../n8n/support/events';
import { startSink, tellSink, type Sink } from '../n8n/support/sink';

const bench = useBench(
	{ deliveries: { schedule: [500, 1_000] } },
	{ env: { EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none' } },
);
let sink: Sink;
beforeAll(async () => {
	sink = await startSink();
});
afterEach(clearTriggers);
afterAll(async () => await sink.stop());

test('each event runs once, also after a restart, if n8n keeps no successful executions', async () => {
	const { n8n, service } = bench;
	const parameters = { events: ['appointment.created'] };
	const { id } = await activeTrigger(bench, parameters, { then: [tellSink(sink)] });
	const keys = [service.book(), service.book()].map((made) => made.appointment_key);
	await service.deliveries.settled();
	await eventually(() => expect(sink.received).toHaveLength(2));
	const sendCopies = async () => {
		for (const key of keys) {
			await service.deliveries.redeliver(service.deliveries.of(key)[0]!, { times: 5 });
		}
		await patience();
		expect(sink.received).toHaveLength(2);
	};

	await sendCopies();
	await n8n.restart();
	await n8n.api.settled(id);
	await sendCopies();
	expect(await n8n.api.executions(id)).toEqual([]);
});
