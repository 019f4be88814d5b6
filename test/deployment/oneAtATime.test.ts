import type { IDataObject } from 'n8n-workflow';

import { outputOf } from '../n8n/harness';
import { useBench } from '../n8n/support/bench';
import { activeTrigger, clearTriggers, eventually } from '../n8n/support/events';
import { startSink, tellSink, type Sink } from '../n8n/support/sink';

const bench = useBench({}, { env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' } });
let sink: Sink;
beforeAll(async () => {
	sink = await startSink(1_500);
});
afterEach(clearTriggers);
afterAll(async () => await sink.stop());

test('if n8n runs one execution at a time, `previous` is the state of the run before, and checks run nothing twice', async () => {
	const { service } = bench;
	const events = ['appointment.created', 'appointment.updated'];
	const parameters = { events, options: { catchUp: 'everyMinute' } };
	const workflow = await activeTrigger(bench, parameters, { then: [tellSink(sink)] });
	const recorded = () =>
		expect(service.requests.of('GET', /appointments\/$/).length).toBeGreaterThan(0);
	await eventually(recorded);
	const start_date = new Date(Date.now() + 86_400_000).toISOString();
	const { appointment_key: key } = service.book({ start_date, status: 'CONFIRMED' });
	const statuses = ['PENDING', 'CONFIRMED', 'PENDING_FORM', 'PENDING_PAYMENT', 'ATTENDED'] as const;
	for (const status of statuses) {
		await service.deliveries.settled();
		service.updateStatus(key, status);
	}
	await eventually(() => expect(sink.received).toHaveLength(6), 60_000);
	// Two more checks.
	service.requests.clear();
	const checked = () =>
		expect(service.requests.of('GET', /appointments\/$/).length).toBeGreaterThan(1);
	await eventually(checked, 150_000);

	const executions = (await workflow.executions()).reverse();
	const runs = executions
		.flatMap((run) => outputOf(run, 'Trigger'))
		.map(({ data, previous }) => ({
			now: (data as IDataObject).status,
			before: (previous as IDataObject | undefined)?.status,
		}));
	const updates = statuses.map((now, nth) => ({ now, before: statuses[nth - 1] ?? 'CONFIRMED' }));
	expect(runs).toEqual([{ now: 'CONFIRMED', before: undefined }, ...updates]);
}, 400_000);
