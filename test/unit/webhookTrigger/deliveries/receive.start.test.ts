import { setImmediate as nextTurn } from 'node:timers/promises';

import { DeliveryMemory } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/memory';
import { triggerStateOf } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/state';
import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import {
	abandoned,
	held,
	many,
	notification,
	runsOf,
	sendUntilTaken,
	service,
	triggerFor,
} from './support';

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

describe('a run that n8n cannot start', () => {
	it('gets 500, and the next delivery runs, once', async () => {
		trigger.beforeStart = () => {
			throw new Error('database is locked');
		};
		expect(await trigger.deliver({ body })).toMatchObject({ status: 500 });
		trigger.beforeStart = () => {};
		for (const { status } of await many(trigger, 2, body)) expect(status).toBe(200);
		expect(await runsOf(trigger)).toMatchObject([[body]]);
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
	expect(await runsOf(trigger)).toMatchObject([[body]]);
});

it.each([
	['succeeds', () => {}, [200, 200, 200, 200, 200]],
	[
		'fails',
		() => {
			throw new Error('The next node failed');
		},
		[500, 503, 503, 503, 503],
	],
])(
	'with When Finished, duplicates wait for the run, and get a response when it %s',
	async (_how, outcome, statuses) => {
		trigger = triggerFor(at, { options: { respond: 'whenFinished' } });
		await trigger.activate();
		const waiting = jest.spyOn(DeliveryMemory.prototype, 'outcomeOf');
		trigger.installed.next = async () => {
			while (waiting.mock.calls.length < 5) await nextTurn();
			outcome();
		};
		const answers = await many(trigger, 5, body);
		waiting.mockRestore();
		expect(answers.map(({ status }) => status).sort()).toEqual(statuses);
		expect(trigger.executions).toHaveLength(1);
	},
);

it('with When Finished, the end of a run while n8n stops is saved', async () => {
	trigger = triggerFor(at, { options: { respond: 'whenFinished' } });
	await trigger.activate();
	const saved = new Promise<void>((resolve) => {
		trigger.installed.next = () => triggerStateOf(trigger.hookContext()).disown(resolve);
	});
	await trigger.deliver({ body });
	await saved;
	expect(triggerStateOf(trigger.hookContext()).isUnsaved).toBe(true);
});

describe.each([
	['while the run is being started', 'start', 'immediately'],
	['during the run, with When Finished', 'run', 'whenFinished'],
] as const)('a sender that gives up %s', (_when, what, respond) => {
	beforeEach(async () => {
		trigger = triggerFor(at, { options: { respond } });
		await trigger.activate();
	});

	it('gets 200 for the redelivery, and no second run', async () => {
		const { sent, release } = await abandoned(trigger, body, what);
		const second = trigger.deliver({ body });
		release();
		expect((await sent).status).toBeUndefined();
		expect(await second).toMatchObject({ status: 200 });
		expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
		expect(await runsOf(trigger)).toMatchObject([[body]]);
	});

	it('gets a run for the redelivery if the first one fails', async () => {
		const { sent, fail } = await abandoned(trigger, body, what);
		fail();
		await sent;
		expect(await sendUntilTaken(trigger, body)).toBe(200);
		expect((await trigger.finished()).at(-1)).toMatchObject({ status: 'success' });
	});
});

it('a redelivery runs if n8n does not start the abandoned run within a minute', async () => {
	const { sent, release } = await abandoned(trigger, body, 'start');
	const now = performance.now.bind(performance);
	const clock = jest.spyOn(performance, 'now');
	clock.mockImplementation(() => now() + 1_000 * clock.mock.calls.length);
	expect(await sendUntilTaken(trigger, body)).toBe(200);
	clock.mockRestore();
	expect(await runsOf(trigger)).toMatchObject([[body]]);
	release();
	await sent;
});
