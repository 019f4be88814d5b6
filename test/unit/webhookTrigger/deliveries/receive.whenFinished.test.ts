import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IWebhookFunctions } from 'n8n-workflow';

import { DeliveryMemory } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';
import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { freshNode, notification, runsOf, sendUntilTaken, service, triggerFor } from './support';

let at: Service;
let trigger: TriggerWorkflow;

beforeAll(async () => {
	at = await service();
});

beforeEach(async () => {
	trigger = triggerFor(at, { options: { respond: 'whenFinished' } });
	await trigger.activate();
});

const fail = () => {
	throw new Error('The next node failed');
};

/** A delivery whose sender gives up during its run. */
async function abandoned(body: unknown) {
	let giveUp = () => {};
	let end: (how?: () => void) => void = () => {};
	const ended = new Promise<(() => void) | undefined>((resolve) => (end = resolve));
	const begun = new Promise<void>((begin) => {
		trigger.installed.next = async () => {
			begin();
			(await ended)?.();
		};
	});
	const webhook = jest.spyOn(trigger.installed.nodeType, 'webhook');
	const sent = trigger.deliver({ body, onOpen: (opened) => (giveUp = opened) });
	await begun;
	giveUp();
	const response = (webhook.mock.contexts[0] as IWebhookFunctions).getResponseObject();
	while (!response.closed) await nextTurn();
	return { sent, end };
}

describe('answering when the run has ended', () => {
	it('tells the sender that the run failed, and runs what it sends again', async () => {
		const body = notification();
		trigger.installed.next = fail;
		expect(await trigger.deliver({ body })).toMatchObject({ status: 500 });
		expect(await trigger.deliver({ body })).toMatchObject({ status: 500 });
		trigger.installed.next = () => {};
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(trigger.executions).toHaveLength(3);
	});

	it('drops what is sent again after the run has succeeded', async () => {
		const body = notification();
		for (let time = 0; time < 3; time += 1) {
			expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		}
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('lets copies wait for the run, and answers them as it ends', async () => {
		const waiting = jest.spyOn(DeliveryMemory.prototype, 'outcomeOf');
		const whenCopiesWait = async () => {
			while (waiting.mock.calls.length < 5) await nextTurn();
			waiting.mockClear();
		};
		const copies = async (body: unknown) =>
			await Promise.all(Array.from({ length: 5 }, async () => await trigger.deliver({ body })));
		trigger.installed.next = whenCopiesWait;
		const body = notification();
		expect((await copies(body)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(await runsOf(trigger)).toEqual([[body]]);

		trigger.installed.next = async () => {
			await whenCopiesWait();
			fail();
		};
		const answers = (await copies(notification())).map(({ status }) => status);
		expect(answers.sort()).toEqual([500, 503, 503, 503, 503]);
		waiting.mockRestore();
	});

	it('starts nothing again while the run of a sender that gave up is under way, or has succeeded', async () => {
		const body = notification();
		const { sent, end } = await abandoned(body);
		const second = trigger.deliver({ body });
		end();
		await sent;
		expect(await second).toMatchObject({ status: 200 });
		await trigger.finished();
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toEqual([[body]]);
	});

	it('runs again what a sender that gave up sends, when the run failed after all', async () => {
		const body = notification();
		const { sent, end } = await abandoned(body);
		end(fail);
		await sent;
		trigger.installed.next = () => {};
		expect(await sendUntilTaken(trigger, body)).toBe(200);
		expect((await trigger.finished()).map(({ status }) => status)).toEqual(['error', 'success']);
	});

	it('knows over a restart what succeeded before the last run began', async () => {
		const bodies = Array.from({ length: 5 }, () => notification());
		for (const body of bodies) await trigger.deliver({ body });
		await trigger.restart(await freshNode());
		for (const body of bodies.slice(0, -1)) await trigger.deliver({ body });
		expect(await runsOf(trigger)).toHaveLength(5);
	});

	it('knows over a restart what succeeded last, once a copy of it was dropped', async () => {
		const body = notification();
		const atOnce = () => Promise.all(Array.from({ length: 5 }, () => trigger.deliver({ body })));
		await atOnce();
		await trigger.restart(await freshNode());
		await trigger.deliver({ body });
		expect(await runsOf(trigger)).toEqual([[body]]);
		trigger.installed.next = fail;
		const failing = notification();
		await trigger.deliver({ body: failing });
		await trigger.deliver({ body });
		await trigger.restart(await freshNode());
		trigger.installed.next = () => {};
		await trigger.deliver({ body: failing });
		expect((await trigger.finished()).map(({ status }) => status)).toEqual([
			'success',
			'error',
			'success',
		]);
	});
});
