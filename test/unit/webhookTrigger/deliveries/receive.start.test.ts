import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import {
	abandoned,
	held,
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
