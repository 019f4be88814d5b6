import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeliveryMemory } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';
import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { held, many, notification, runsOf, sendUntilTaken, service, triggerFor } from './support';

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service();
});

beforeEach(async () => {
	trigger = triggerFor(at);
	await trigger.activate();
});

/** A delivery whose sender gives up while its run is being started. */
async function abandoned(body: unknown) {
	const start = held(trigger);
	let giveUp = () => {};
	const sent = trigger.deliver({ body, onOpen: (opened) => (giveUp = opened) });
	await start.begun;
	giveUp();
	return { ...start, sent };
}

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
		const start = held(trigger);
		const first = trigger.deliver({ body });
		await start.begun;
		const waiting = jest.spyOn(DeliveryMemory.prototype, 'outcomeOf');
		const copies = many(trigger, 4, body);
		while (waiting.mock.calls.length < 4) await nextTurn();
		waiting.mockRestore();
		start.fail();
		expect(await first).toMatchObject({ status: 500 });
		expect((await copies).map(({ status }) => status)).toEqual([503, 503, 503, 503]);
		trigger.beforeStart = () => {};
		await trigger.deliver({ body });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('holds a copy for ten seconds at most', async () => {
		const body = notification();
		const start = held(trigger);
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
