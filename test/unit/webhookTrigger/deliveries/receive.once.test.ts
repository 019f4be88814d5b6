import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import {
	CREATED,
	freshNode,
	many,
	notification,
	runsOf,
	service,
	triggerFor,
	UPDATED,
} from './support';

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service();
});

async function publish(options = {}): Promise<void> {
	trigger = triggerFor(at, { events: [CREATED, UPDATED], options });
	await trigger.activate();
}

beforeEach(async () => await publish());

it('runs an event once if it is delivered twenty times at once, and again later', async () => {
	const body = notification();
	for (const { status } of await many(trigger, 20, body)) expect(status).toBe(200);
	for (const { status } of await many(trigger, 3, body)) expect(status).toBe(200);
	expect(await runsOf(trigger)).toEqual([[body]]);
});

it('does not run an event again after a restart of n8n', async () => {
	const bodies = [notification(), notification({ event: UPDATED })];
	for (const body of bodies) await trigger.deliver({ body });
	await trigger.finished();
	await trigger.restart(await freshNode());
	for (const body of bodies) await many(trigger, 5, body);
	expect(await runsOf(trigger)).toHaveLength(2);
});

it('runs an event in each workflow', async () => {
	const body = notification();
	await trigger.deliver({ body });
	const other = triggerFor(at);
	await other.activate();
	await other.deliver({ body });
	expect(await runsOf(other)).toEqual([[body]]);
});

it('runs every delivery without a key, and every one with Deduplicate off', async () => {
	const { event, timestamp } = notification({ event: UPDATED });
	await many(trigger, 3, { event, timestamp, data: { status: 'PENDING' } });
	expect(await runsOf(trigger)).toHaveLength(3);
	await publish({ deduplicate: false });
	await many(trigger, 3, notification());
	expect(await runsOf(trigger)).toHaveLength(3);
});

it('runs every test event, and then the same event once in production', async () => {
	const body = notification();
	for (let time = 0; time < 2; time += 1) {
		await trigger.listenForTest();
		const { execution } = await trigger.deliver({ body, test: true });
		expect((await execution)?.items.map(({ json }) => json)).toEqual([body]);
	}
	await many(trigger, 2, body);
	expect(await runsOf(trigger)).toHaveLength(3);
});
