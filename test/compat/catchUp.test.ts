import { useBench } from '../n8n/support/bench';
import { activeTrigger, clearTriggers, patience } from '../n8n/support/events';

const bench = useBench({ zone: 'Europe/Madrid' });
afterEach(clearTriggers);

const DAY = 86_400_000;
const events = ['appointment.created', 'appointment.updated', 'appointment.canceled'];

test('Catch Up runs each change once that happened while n8n was stopped', async () => {
	const { n8n, service } = bench;
	const book = (days: number) => {
		const start_date = service.zone.iso(Date.now() + days * DAY);
		return service.book({ start_date, status: 'CONFIRMED' }).appointment_key;
	};
	const moved = book(1);
	const workflow = await activeTrigger(bench, { events, options: { catchUp: 'atStart' } });
	book(2);
	await service.deliveries.settled();
	await workflow.runs(1);
	await n8n.stop();
	service.deliveries.options.schedule = [];
	const booked = book(3);
	service.reschedule(moved, service.zone.iso(Date.now() + 4 * DAY));
	await service.deliveries.settled();

	await n8n.start();
	await n8n.api.waitForExecutions(workflow.id, 3, { timeoutMs: 120_000, quietMs: 1_000 });

	const late = [booked, moved].flatMap((key) =>
		service.deliveries.of(key).filter(({ state }) => state === 'failed'),
	);
	expect(late).toHaveLength(2);
	for (const delivery of late) await service.deliveries.redeliver(delivery, { times: 3 });
	await patience();
	const caughtUp = (await workflow.received()).filter((item) => item.caughtUp === true);
	expect(caughtUp).toHaveLength(2);
	expect(caughtUp).toEqual(
		expect.arrayContaining([
			expect.objectContaining({
				event: 'appointment.created',
				data: expect.objectContaining({ appointment_key: booked }),
			}),
			expect.objectContaining({
				event: 'appointment.updated',
				data: expect.objectContaining({ appointment_key: moved }),
			}),
		]),
	);
	expect(await workflow.executions()).toHaveLength(3);
}, 300_000);
