import { setTimeout as sleep } from 'node:timers/promises';
import {
	ALL,
	clearTriggers,
	CREATED,
	expectRuns,
	inDays,
	recorded,
	savedTrigger,
} from '../support/events';
import { useSharedN8n } from '../support/fixture';

// Mostly waits, so in an n8n that others use meanwhile.
const EVERY_MINUTE = { events: ALL, runFor: 'changes', check: 'everyMinute', options: {} };
const fixture = useSharedN8n({ deliveries: { schedule: [] } });
afterEach(clearTriggers);

test('Each Change, published again after the webhook could not be registered, it watches once, and not after unpublishing', async () => {
	const { n8n, service } = fixture;
	const workflow = await savedTrigger(fixture, EVERY_MINUTE);
	const fault = service.faults.add({
		method: 'POST',
		path: /webhooks/,
		action: { kind: 'respond', status: 403, body: { detail: 'Not allowed yet.' } },
	});
	await expect(n8n.api.activate(workflow.id)).rejects.toThrow(/403.*By Hand/s);
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
