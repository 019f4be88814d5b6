import { useSharedN8n } from '../support/bench';
import { activeTrigger, clearTriggers } from '../support/events';

const bench = useSharedN8n({ dialect: { timestampDigits: 6 } });
afterEach(clearTriggers);

const all = ['appointment.created', 'appointment.updated', 'appointment.canceled'];

describe.each(['distinct', 'shared', 'absent'] as const)('timestamps %s', (timestamps) => {
	beforeEach(() => bench.service.speak({ timestamps }));
	afterEach(() => bench.service.speak({ timestamps: 'distinct' }));

	test('every event of an appointment runs, however close to the one before', async () => {
		const { service } = bench;
		const workflow = await activeTrigger(bench, { events: all });
		const { appointment_key } = service.book();
		for (let hour = 10; hour < 14; hour += 1) {
			service.reschedule(appointment_key, `2027-01-04T${hour}:00:00`);
		}
		service.cancel(appointment_key);
		await service.deliveries.settled();

		await workflow.runs(6);

		const sent = service.deliveries.of(appointment_key).map(({ notification }) => notification);
		expect(sent).toHaveLength(6);
		const received = await workflow.received();
		expect(received).toHaveLength(6);
		expect(received).toEqual(expect.arrayContaining(sent));
	});
});

test('redelivered with a new timestamp, a creation runs once and a change runs again', async () => {
	const { service } = bench;
	service.speak({ restamped: true });
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

test('events with null as data run', async () => {
	const { service } = bench;
	service.speak({ nullData: true });
	const workflow = await activeTrigger(bench, { events: all });
	service.updateStatus(service.book().appointment_key, 'ATTENDED');
	await service.deliveries.settled();
	service.speak({ nullData: false });

	await workflow.runs(2);
	const received = (await workflow.received()).map(({ event, data }) => ({ event, data }));
	expect(received).toHaveLength(2);
	expect(received).toEqual(
		expect.arrayContaining([
			{ event: 'appointment.created', data: null },
			{ event: 'appointment.updated', data: null },
		]),
	);
});

test('a creation is one event whatever its timestamp, an update with another timestamp another', async () => {
	const { service } = bench;
	const workflow = await activeTrigger(bench, { events: all });
	const send = async (event: string, second: number) =>
		await service.deliveries.send(workflow.url(), {
			event,
			timestamp: `2026-11-21T10:00:0${second}+01:00`,
			data: { appointment_key: 'same' },
		});

	for (const event of ['appointment.created', 'appointment.updated']) {
		for (const second of [1, 2, 1, 2]) await send(event, second);
	}
	await workflow.runs(3);

	const seen = (await workflow.received()).map(({ event, timestamp }) => `${event} ${timestamp}`);
	expect(seen.sort()).toEqual([
		'appointment.created 2026-11-21T10:00:01+01:00',
		'appointment.updated 2026-11-21T10:00:01+01:00',
		'appointment.updated 2026-11-21T10:00:02+01:00',
	]);
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
