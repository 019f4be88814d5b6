import type { INodeParameters } from 'n8n-workflow';
import { useSharedN8n } from '../support/fixture';
import {
	activeTrigger,
	ALL,
	CANCELED,
	clearTriggers,
	expectRuns,
	inDays,
	notificationOf,
	UPDATED,
} from '../support/events';

// Bursts, forged deliveries, the time of a response: test/unit/webhookTrigger/deliveries.
const fixture = useSharedN8n();
afterEach(clearTriggers);

async function start(options: INodeParameters = {}) {
	const parameters = { events: ALL, options: { verify: 'refetch', ...options } };
	const workflow = await activeTrigger(fixture, parameters);
	const url = workflow.url();
	return {
		...workflow,
		send: async (key: string, more: object = {}) =>
			await fixture.service.deliveries.send(url, notificationOf(key, more)),
	};
}

const pathOf = (key: string) => new RegExp(`/${key}/$`);
/** What the API responds at the next reads of an appointment, before it shows what happened. */
const firstReads = (key: string, status: number, body?: unknown) =>
	fixture.service.faults.add({
		method: 'GET',
		path: pathOf(key),
		times: 2,
		action: { kind: 'respond', status, body },
	});

test('ten bookings at once, and a booking and a change that the API shows seconds later, run once', async () => {
	const { service } = fixture;
	const workflow = await start({ onlyWhenChanged: ['status'] });
	const draft = { status: 'PENDING', start_date: inDays(1) } as const;
	const booked = Array.from({ length: 10 }, () => service.book(draft));
	await expectRuns(fixture, workflow, 10);

	const [late] = service.seed(1, draft);
	const unknown = firstReads(late!.appointment_key, 404);
	expect((await workflow.send(late!.appointment_key)).status).toBe(200);
	await expectRuns(fixture, workflow, 11);

	const { appointment_key: key } = booked[0]!;
	const before = service.shown(service.appointments.get(key)!);
	const stale = firstReads(key, 200, before);
	service.updateStatus(key, 'CONFIRMED');
	await expectRuns(fixture, workflow, 12);
	expect((await workflow.received()).at(-1)).toMatchObject({
		event: UPDATED,
		data: { status: 'CONFIRMED' },
	});
	expect([unknown.hits, stale.hits]).toEqual([2, 2]);
});

test('a cancellation that the API contradicts gets 503, and runs once the API shows it or hides the appointment', async () => {
	const { service } = fixture;
	const workflow = await start();
	const [shown, hidden] = service.seed(2, { status: 'CONFIRMED', start_date: inDays(2) });
	const { appointment_key: key } = shown!;
	expect((await workflow.send(key, { event: CANCELED })).status).toBe(503);
	service.appointments.update(key, { status: 'CANCELED_CLIENT' });
	expect((await workflow.send(key, { event: CANCELED })).status).toBe(200);
	await expectRuns(fixture, workflow, 1);

	service.speak({ canceledListed: 'byFlag' });
	const action = { kind: 'respond', status: 404 } as const;
	service.faults.add({ method: 'GET', path: pathOf(hidden!.appointment_key), action });
	service.cancel(hidden!.appointment_key);
	await expectRuns(fixture, workflow, 2);
	expect((await workflow.received()).at(-1)).toMatchObject({
		data: { status: 'CANCELED', person: { email: expect.any(String) } },
	});
	service.speak({ canceledListed: 'always' });
});
