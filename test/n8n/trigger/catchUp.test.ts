import type { IDataObject } from 'n8n-workflow';
import { eventually } from '../harness';
import { useFixture } from '../support/fixture';
import {
	activeTrigger,
	ALL,
	CANCELED,
	clearTriggers,
	CREATED,
	inDays,
	recorded,
	UPDATED,
	type EventWorkflow,
} from '../support/events';

const fixture = useFixture({ zone: 'Europe/Madrid' });
afterAll(clearTriggers);

const STATUS = 'CONFIRMED';

/** What each run was about, in any order. */
async function reported(workflow: EventWorkflow) {
	const items = await workflow.received();
	return items.map(({ event, data, caughtUp, previous }) => {
		const { appointment_key: key } = data as IDataObject;
		return { event, key, caughtUp, previous: (previous as IDataObject | undefined)?.status };
	});
}

// More of what it finds: test/simulation.
test('what changed while n8n was stopped runs once, and late deliveries run nothing', async () => {
	const { n8n, service } = fixture;
	const { deliveries } = service;
	const book = (days: number) => service.book({ start_date: inDays(days), status: STATUS });
	const [moved, canceled, marked] = [book(1), book(2), book(3)];
	const options = { catchUp: 'atStart' };
	const workflow = await activeTrigger(fixture, { events: ALL, options });
	await recorded(fixture, workflow);
	const delivered = book(4);
	await deliveries.settled();
	await workflow.runs(1);

	await n8n.stop();
	deliveries.options.target = () => 'http://127.0.0.1:9/';
	deliveries.options.schedule = [];
	const booked = book(5);
	service.reschedule(moved.appointment_key, inDays(6));
	service.cancel(canceled.appointment_key);
	service.updateStatus(marked.appointment_key, 'ATTENDED');
	service.updateStatus(delivered.appointment_key, 'NO_SHOW');
	await deliveries.settled();
	deliveries.options.target = (url) => url;
	await n8n.start();
	await workflow.runs(6);
	const changed = [booked, moved, canceled, marked, delivered];
	const late = changed.flatMap(({ appointment_key }) =>
		deliveries.of(appointment_key).filter(({ state }) => state === 'failed'),
	);
	expect(late).toHaveLength(5);
	for (const delivery of late) await deliveries.redeliver(delivery, { times: 3 });
	await workflow.runs(6);

	const caught = { caughtUp: true, previous: STATUS };
	const all = await reported(workflow);
	expect(all).toHaveLength(6);
	expect(all).toEqual(
		expect.arrayContaining([
			{ event: CREATED, key: delivered.appointment_key },
			{ event: CREATED, key: booked.appointment_key, caughtUp: true },
			{ event: UPDATED, key: moved.appointment_key, ...caught },
			{ event: CANCELED, key: canceled.appointment_key, ...caught },
			{ event: UPDATED, key: marked.appointment_key, ...caught },
			{ event: UPDATED, key: delivered.appointment_key, ...caught },
		]),
	);
});

test("n8n's log says why a check failed", async () => {
	const body = { detail: 'The account is closed.' };
	const action = { kind: 'respond', status: 403, body } as const;
	fixture.service.faults.add({ path: /appointments/, action });

	await fixture.n8n.restart();

	const why = /Catch Up could not check.*The account is closed/;
	await eventually(() => expect(fixture.n8n.log(why)).not.toEqual([]));
});
