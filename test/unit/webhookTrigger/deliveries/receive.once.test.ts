import { randomUUID } from 'node:crypto';

import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import {
	CREATED,
	freshNode,
	held,
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

async function active(options = {}): Promise<TriggerWorkflow> {
	trigger = triggerFor(at, { events: [CREATED, UPDATED], options });
	await trigger.activate();
	return trigger;
}

beforeEach(async () => await active());

describe('the same event', () => {
	it('runs once of twenty deliveries at once, and not again in sequence', async () => {
		const body = notification();
		const start = held(trigger);
		const answers = many(trigger, 20, body);
		await start.begun;
		start.release();
		expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([200]));
		for (let time = 0; time < 3; time += 1) await trigger.deliver({ body });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('is not run again by a process that starts anew, with what n8n saved', async () => {
		const bodies = [notification(), notification({ event: UPDATED }), notification()];
		for (const body of bodies) await trigger.deliver({ body });
		await trigger.finished();
		await trigger.restart(await freshNode());
		await Promise.all(bodies.map(async (body) => await many(trigger, 5, body)));
		expect(await runsOf(trigger)).toHaveLength(3);
	});

	it('is a creation delivered with another time, but not a change', async () => {
		const data = { appointment_key: randomUUID() };
		for (const timestamp of ['2026-03-01T10:00:00Z', '2026-03-01T10:00:01Z']) {
			await trigger.deliver({ body: notification({ timestamp, data }) });
			await trigger.deliver({ body: notification({ event: UPDATED, timestamp, data }) });
		}
		expect((await runsOf(trigger)).flat().map(({ event }) => event)).toEqual([
			CREATED,
			UPDATED,
			UPDATED,
		]);
	});

	it('is another one for each change within one second, but not for its fields in another order', async () => {
		const data = { appointment_key: randomUUID() };
		const change = (status: string) =>
			notification({
				event: UPDATED,
				timestamp: '2026-03-01T10:00:00Z',
				data: { ...data, status },
			});
		const [confirmed, noShow] = [change('CONFIRMED'), change('NO_SHOW')];
		const entries = Object.entries(noShow.data).reverse();
		const reordered = { ...noShow, data: Object.fromEntries(entries) };
		for (const body of [confirmed, noShow, confirmed, reordered]) await trigger.deliver({ body });
		expect(await runsOf(trigger)).toEqual([[confirmed], [noShow]]);
	});

	it('is another one in another workflow with the same static data', async () => {
		const body = notification();
		await trigger.deliver({ body });
		const other = triggerFor(at);
		await other.activate();
		await other.deliver({ body });
		expect(await runsOf(other)).toEqual([[body]]);
	});

	it('runs each time where deduplicate is off, and where it has no key', async () => {
		const keyless = {
			event: UPDATED,
			timestamp: '2026-03-01T10:00:00Z',
			data: { status: 'PENDING' },
		};
		const sent = await many(trigger, 3, keyless);
		expect(sent.map(({ workflowData }) => workflowData)).toEqual(
			Array(3).fill([[{ json: keyless }]]),
		);
		expect(await runsOf(trigger)).toHaveLength(3);
		await active({ deduplicate: false });
		await many(trigger, 3, notification());
		expect(await runsOf(trigger)).toHaveLength(3);
	});

	it('is never swallowed by a test run, nor does a test run swallow it', async () => {
		const body = notification();
		await trigger.deliver({ body });
		for (let time = 0; time < 2; time += 1) {
			await trigger.listenForTest();
			const { execution } = await trigger.deliver({ body, test: true });
			expect((await execution)?.items.map(({ json }) => json)).toEqual([body]);
		}
		const unseen = notification();
		await trigger.listenForTest();
		await trigger.deliver({ body: unseen, test: true });
		await trigger.deliver({ body: unseen });
		expect((await runsOf(trigger)).at(-1)).toEqual([unseen]);
		expect(trigger.executions).toHaveLength(5);
	});
});
