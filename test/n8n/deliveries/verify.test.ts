import { useSharedN8n } from '../support/fixture';
import {
	activeTrigger,
	ALL,
	CANCELED,
	clearTriggers,
	expectRuns,
	inDays,
	notificationOf,
} from '../support/events';

// Bursts, forged deliveries, the time of a response: test/unit/webhookTrigger/deliveries.
const fixture = useSharedN8n();
afterEach(clearTriggers);

test('with Verify, a booking that the API shows seconds later runs once, and a cancellation once the API shows it', async () => {
	const { service } = fixture;
	const workflow = await activeTrigger(fixture, { events: ALL, options: { verify: 'refetch' } });
	const url = workflow.url();
	const [booked] = service.seed(1, { status: 'CONFIRMED', start_date: inDays(1) });
	const { appointment_key: key } = booked!;
	const send = async (more: object = {}) =>
		(await service.deliveries.send(url, notificationOf(key, more))).status;
	const action = { kind: 'respond', status: 404 } as const;
	const path = new RegExp(`/${key}/$`);
	const unknown = service.faults.add({ method: 'GET', path, times: 2, action });

	expect(await send()).toBe(200);
	await expectRuns(fixture, workflow, 1);
	expect(await workflow.received()).toMatchObject([{ data: service.shown(booked!) }]);
	expect(unknown.hits).toBe(2);

	expect(await send({ event: CANCELED })).toBe(503);
	service.appointments.update(key, { status: 'CANCELED_CLIENT' });
	expect(await send({ event: CANCELED })).toBe(200);
	await expectRuns(fixture, workflow, 2);
	expect((await workflow.received()).at(-1)).toMatchObject({ data: { status: 'CANCELED_CLIENT' } });
});
