import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeliveryMemory } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';
import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { held, many, notification, runsOf, sendUntilTaken, service, triggerFor } from './support';

let at: Service;
let trigger: TriggerWorkflow;
let body: ReturnType<typeof notification>;

beforeAll(async () => {
	at = await service();
});

beforeEach(async () => {
	trigger = triggerFor(at);
	body = notification();
	await trigger.activate();
});

/** A delivery whose sender gives up while its run is being started. */
async function abandoned() {
	const start = held(trigger);
	let giveUp = () => {};
	const sent = trigger.deliver({ body, onOpen: (opened) => (giveUp = opened) });
	await start.begun;
	giveUp();
	return { ...start, sent };
}

describe('a run that n8n cannot start', () => {
	it('gets 500, and the next delivery runs, once', async () => {
		trigger.beforeStart = () => {
			throw new Error('database is locked');
		};
		expect(await trigger.deliver({ body })).toMatchObject({ status: 500 });
		trigger.beforeStart = () => {};
		for (const { status } of await many(trigger, 2, body)) expect(status).toBe(200);
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('gets 503 for the duplicates that have waited for it', async () => {
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
	});
});

it('a duplicate gets 503 if the run takes more than ten seconds to start', async () => {
	const start = held(trigger);
	const first = trigger.deliver({ body });
	await start.begun;
	expect(await trigger.deliver({ body })).toMatchObject({ status: 503 });
	start.release();
	expect(await first).toMatchObject({ status: 200 });
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toEqual([[body]]);
});

describe('a sender that gives up while the run is being started', () => {
	it('gets 200 for the redelivery, and no second run', async () => {
		const { sent, release } = await abandoned();
		const second = trigger.deliver({ body });
		release();
		expect((await sent).status).toBeUndefined();
		expect(await second).toMatchObject({ status: 200 });
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('gets a run for the redelivery if the first could not be started', async () => {
		const { sent, fail } = await abandoned();
		fail();
		await sent;
		trigger.beforeStart = () => {};
		expect(await sendUntilTaken(trigger, body)).toBe(200);
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('gets a run for the redelivery if n8n does not start the first within a minute', async () => {
		const { sent, release } = await abandoned();
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
