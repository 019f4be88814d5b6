import { eventually } from '../harness';
import {
	activeTrigger,
	clearTriggers,
	EACH_CHANGE,
	inDays,
	ran,
	recorded,
	UPDATED,
} from '../support/events';
import { useSharedN8n } from '../support/fixture';

// Mostly waits, so in an n8n that others use meanwhile.
const fixture = useSharedN8n({ zone: 'America/Sao_Paulo', deliveries: { schedule: [] } });
afterEach(clearTriggers);

test('after a token was revoked, the trigger goes on; meanwhile n8n has one failed execution', async () => {
	const { service } = fixture;
	const booking = { start_date: inDays(1), status: 'CONFIRMED' } as const;
	const key = service.book(booking).appointment_key;
	const workflow = await activeTrigger(fixture, { ...EACH_CHANGE, check: 'everyMinute' });
	await recorded(fixture, workflow);
	const refusal = { kind: 'respond', status: 401, body: { detail: 'Invalid token.' } } as const;
	const revoked = service.faults.add({ path: /appointments/, action: refusal });
	service.updateStatus(key, 'ATTENDED');
	await eventually(async () => {
		expect((await workflow.executions()).map(({ status }) => status)).toEqual(['error']);
	});
	const hits = revoked.hits;
	await eventually(() => expect(revoked.hits).toBeGreaterThan(hits));
	revoked.remove();
	await workflow.runs(2);
	const statuses = (await workflow.executions()).map(({ status }) => status);
	expect(statuses).toEqual(['success', 'error']);
	expect(await ran(workflow)).toEqual([[UPDATED, key, 'CONFIRMED']]);
});
