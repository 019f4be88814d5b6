import { eventually } from '../n8n/harness';
import { useFixture } from '../n8n/support/fixture';
import {
	activeTrigger,
	clearTriggers,
	CREATED,
	inDays,
	patience,
	recorded,
	UPDATED,
} from '../n8n/support/events';
import { startSink, tellSink, type Sink } from '../n8n/support/sink';
import type { Notification } from '../stand-in';

const env = { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1', EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none' };
const fixture = useFixture({}, { env });
let sink: Sink;
beforeAll(async () => {
	sink = await startSink(1_000);
});
afterEach(clearTriggers);
afterAll(async () => await sink.stop());

test('if n8n runs one execution at a time and keeps none, each event runs once, with the state of the run before as `previous`', async () => {
	const { n8n, service } = fixture;
	const parameters = { events: [CREATED, UPDATED], options: { catchUp: 'everyMinute' } };
	const workflow = await activeTrigger(fixture, parameters, { then: [tellSink(sink)] });
	await recorded(fixture, workflow);
	const draft = { start_date: inDays(1), status: 'CONFIRMED' } as const;
	const { appointment_key: key } = service.book(draft);
	const statuses = ['PENDING', 'CONFIRMED', 'PENDING_FORM', 'ATTENDED'] as const;
	for (const status of statuses) {
		await service.deliveries.settled();
		service.updateStatus(key, status);
	}
	await eventually(() => expect(sink.received).toHaveLength(5));

	await eventually(() => expect(sink.underWay).toBe(0));
	await patience();
	await n8n.stop();
	service.requests.clear();
	await n8n.start();
	// Its first check.
	await eventually(() => expect(service.requests.of('GET', /appointments\/$/)).not.toEqual([]));
	for (const delivery of service.deliveries.of(key)) await service.deliveries.redeliver(delivery);
	await patience();

	const received = sink.received as Array<Notification & { previous?: Notification['data'] }>;
	const runs = received.map(({ data, previous }) => [previous?.status, data?.status]);
	const before = [undefined, 'CONFIRMED', ...statuses.slice(0, -1)];
	expect(runs).toEqual(['CONFIRMED', ...statuses].map((now, nth) => [before[nth], now]));
	expect(await n8n.api.executions(workflow.id)).toEqual([]);
});
