import { setTimeout as sleep } from 'node:timers/promises';
import {
	clearTriggers,
	CREATED,
	EACH_CHANGE,
	expectRuns,
	inDays,
	recorded,
	savedTrigger,
} from '../support/events';
import { useSharedN8n } from '../support/fixture';

// Mostly waits, so in an n8n that others use meanwhile.
const fixture = useSharedN8n({ deliveries: { schedule: [] } });
afterEach(clearTriggers);

test('Each Change, published again after the webhook could not be registered, it watches once, and not after unpublishing', async () => {
	const { n8n, service } = fixture;
	const workflow = await savedTrigger(fixture, { ...EACH_CHANGE, check: 'everyMinute' });
	const fault = service.faults.add({
		method: 'POST',
		path: /webhooks/,
		action: { kind: 'respond', status: 403, body: { detail: 'Not allowed yet.' } },
	});
	// A busy n8n gives up before its last try.
	const reason = /403.*By Hand|exceeded its deadline/s;
	await expect(n8n.api.activate(workflow.id)).rejects.toThrow(reason);
	fault.remove();
	await n8n.api.activate(workflow.id);
	await recorded(fixture, workflow);
	const booking = { start_date: inDays(1), status: 'CONFIRMED' } as const;
	const { appointment_key } = service.book(booking);
	await expectRuns(fixture, workflow, 1);
	expect(await workflow.received()).toMatchObject([{ event: CREATED, data: { appointment_key } }]);

	await n8n.api.deactivate(workflow.id);
	service.requests.clear();
	await sleep(75_000);
	expect(service.requests.of('GET', /appointments/)).toEqual([]);
});
