import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeliveryMemory } from '../../../nodes/AppointmentScheduling/deliveries/once/memory';
import type { Service } from '../../stand-in';
import type { TriggerWorkflow } from '../support';
import {
	CREATED,
	freshNode,
	notification,
	runsOf,
	sendUntilTaken,
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

const statuses = (answers: Array<{ status?: number }>) => answers.map(({ status }) => status);
/** Holds the start of a run until it is released, or fails it. */
function held() {
	const start = { release: () => {}, fail: () => {} };
	const open = new Promise<void>((resolve, reject) => {
		start.release = resolve;
		start.fail = () => reject(new Error('database is locked'));
	});
	const begun = new Promise<void>((begin) => {
		trigger.beforeStart = async () => {
			begin();
			await open;
		};
	});
	return { ...start, begun };
}

/** A delivery whose sender gives up while its run is being started. */
async function abandoned(body: unknown) {
	const start = held();
	let socket: Socket | undefined;
	const sent = trigger.deliver({ body, onOpen: (opened) => (socket = opened) });
	await start.begun;
	socket?.destroy();
	return { ...start, sent };
}

const many = async (times: number, body: unknown) =>
	await Promise.all(Array.from({ length: times }, async () => await trigger.deliver({ body })));

describe('the same event', () => {
	it('runs once of twenty deliveries at once, and not again in sequence', async () => {
		const body = notification();
		const start = held();
		const answers = many(20, body);
		await start.begun;
		start.release();
		expect(new Set(statuses(await answers))).toEqual(new Set([200]));
		for (let time = 0; time < 3; time += 1) await trigger.deliver({ body });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('is not run again by a process that starts anew, with what n8n saved', async () => {
		const bodies = [notification(), notification({ event: UPDATED }), notification()];
		for (const body of bodies) await trigger.deliver({ body });
		await trigger.finished();
		await trigger.restart(await freshNode());
		await Promise.all(bodies.map(async (body) => await many(5, body)));
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
		await many(3, keyless);
		expect(await runsOf(trigger)).toHaveLength(3);
		await active({ deduplicate: false });
		await many(3, notification());
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

describe('a delivery whose run cannot be started', () => {
	it('is answered 500 and forgotten: the next one runs', async () => {
		const body = notification();
		trigger.beforeStart = () => {
			throw new Error('database is locked');
		};
		expect(await trigger.deliver({ body })).toMatchObject({ status: 500 });
		trigger.beforeStart = () => {};
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('lets those waiting for it be sent again', async () => {
		const body = notification();
		const start = held();
		const first = trigger.deliver({ body });
		await start.begun;
		const waiting = jest.spyOn(DeliveryMemory.prototype, 'outcomeOf');
		const copies = many(4, body);
		while (waiting.mock.calls.length < 4) await nextTurn();
		waiting.mockRestore();
		start.fail();
		expect(await first).toMatchObject({ status: 500 });
		expect(statuses(await copies)).toEqual([503, 503, 503, 503]);
		trigger.beforeStart = () => {};
		await trigger.deliver({ body });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('holds a copy for ten seconds at most', async () => {
		const body = notification();
		const start = held();
		const first = trigger.deliver({ body });
		await start.begun;
		const from = performance.now();
		expect(await trigger.deliver({ body })).toMatchObject({ status: 503 });
		expect(performance.now() - from).toBeGreaterThan(9_000);
		start.release();
		expect(await first).toMatchObject({ status: 200 });
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});
});

describe('a sender that gives up waiting', () => {
	it('and sends again while the run is being started gets no second one', async () => {
		const body = notification();
		const { sent, release } = await abandoned(body);
		const second = trigger.deliver({ body });
		release();
		expect((await sent).status).toBeUndefined();
		expect((await second).status).toBe(200);
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('and sends again after the run has started gets no second one', async () => {
		const body = notification();
		const { sent, release } = await abandoned(body);
		release();
		await sent;
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('gets a run when the one it gave up on could not be started', async () => {
		const body = notification();
		const { sent, fail } = await abandoned(body);
		fail();
		await sent;
		trigger.beforeStart = () => {};
		expect(await sendUntilTaken(trigger, body)).toBe(200);
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('gets a run when n8n does not start the one it gave up on within a minute', async () => {
		const body = notification();
		const { sent, release } = await abandoned(body);
		trigger.beforeStart = () => {};
		const now = performance.now.bind(performance);
		const clock = jest.spyOn(performance, 'now');
		clock.mockImplementation(() => now() + 1_000 * clock.mock.calls.length);
		expect(await sendUntilTaken(trigger, body)).toBe(200);
		clock.mockRestore();
		expect(await runsOf(trigger)).toEqual([[body]]);
		release();
		await sent;
	});
});
