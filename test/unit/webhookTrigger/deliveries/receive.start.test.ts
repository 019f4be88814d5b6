import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { pass, sleep, stopClock } from '../../support/clock';
import {
	abandoned,
	held,
	notification,
	runsOf,
	sendUntilTaken,
	service,
	triggerFor,
} from './support';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await sleep(ms),
}));

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

it('a duplicate gets 503 if the run takes more than ten seconds to start', async () => {
	stopClock();
	const start = held(trigger);
	const first = trigger.deliver({ body });
	await start.begun;
	const onAnswer = jest.fn();
	const copy = trigger.deliver({ body, onAnswer });
	await pass(9_500);
	expect(onAnswer).not.toHaveBeenCalled();
	await pass(1_000);
	expect(await copy).toMatchObject({ status: 503 });
	start.release();
	expect(await first).toMatchObject({ status: 200 });
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toMatchObject([[body]]);
});

it('a redelivery starts nothing but an empty execution if the sender has given up meanwhile', async () => {
	const { sent, release } = await abandoned(trigger, body, 'start');
	const second = trigger.deliver({ body });
	release();
	expect((await sent).status).toBeUndefined();
	expect(await second).toMatchObject({ status: 200 });
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect((await runsOf(trigger)).flat()).toMatchObject([body]);
});

it.each([
	['while it is being started', 'start', 'immediately'],
	['during its execution, with When Finished', 'run', 'whenFinished'],
] as const)('a redelivery runs if the first one fails %s', async (_when, what, respond) => {
	trigger = triggerFor(at, { options: { respond } });
	await trigger.activate();
	const { sent, fail } = await abandoned(trigger, body, what);
	fail();
	await sent;
	expect(await sendUntilTaken(trigger, body)).toBe(200);
	expect((await trigger.finished()).at(-1)).toMatchObject({ status: 'success' });
});
