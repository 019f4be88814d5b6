import { useSharedN8n } from '../support/bench';
import { activeTrigger, clearTriggers } from '../support/events';

// What makes two deliveries one event: test/unit/webhookTrigger/runs/identity.test.ts.
const bench = useSharedN8n({ dialect: { timestampDigits: 6 } });
afterEach(clearTriggers);

const all = ['appointment.created', 'appointment.updated', 'appointment.canceled'];

test.each([
	{ timestamps: 'distinct' },
	{ timestamps: 'shared' },
	{ timestamps: 'absent' },
	{ timestamps: 'distinct', nullData: true },
] as const)(
	'every event of an appointment runs, however close to the one before (%j)',
	async (dialect) => {
		const { service } = bench;
		service.speak({ nullData: false, ...dialect });
		const workflow = await activeTrigger(bench, { events: all });
		const { appointment_key } = service.book();
		for (let hour = 10; hour < 14; hour += 1) {
			service.reschedule(appointment_key, `2027-01-04T${hour}:00:00`);
		}
		service.cancel(appointment_key);
		await service.deliveries.settled();

		await workflow.runs(6);

		const sent = service.deliveries.of(appointment_key).map(({ notification }) => notification);
		const received = await workflow.received();
		expect(received).toHaveLength(6);
		expect(received).toEqual(expect.arrayContaining(sent));
	},
);

test('redelivered with a new timestamp, a creation runs once and a change runs again', async () => {
	const { service } = bench;
	service.speak({ timestamps: 'distinct', nullData: false, restamped: true });
	const workflow = await activeTrigger(bench, { events: all });
	const { appointment_key } = service.book();
	service.updateStatus(appointment_key, 'ATTENDED');
	await service.deliveries.settled();
	await workflow.runs(2);

	for (const delivery of service.deliveries.of(appointment_key)) {
		await service.deliveries.redeliver(delivery, { times: 3 });
	}
	await workflow.runs(5);
	service.speak({ restamped: false });

	const seen = (await workflow.received()).map(({ event }) => event);
	expect(seen.filter((event) => event === 'appointment.created')).toHaveLength(1);
	expect(seen.filter((event) => event === 'appointment.updated')).toHaveLength(4);
});

test('without de-duplication every delivery runs', async () => {
	const { service } = bench;
	const workflow = await activeTrigger(bench, { events: all, options: { deduplicate: false } });
	const { appointment_key } = service.book();
	await service.deliveries.settled();

	await service.deliveries.redeliver(service.deliveries.of(appointment_key)[0]!, { times: 3 });

	await workflow.runs(4);
	expect(await workflow.received()).toHaveLength(4);
});
