import type { Service } from '../../../stand-in';
import type { TriggerWorkflow } from '../../support';
import { notification, runsOf, service, triggerFor } from './support';

/** Holds the start of a run until it is released, or fails it. */
function held(trigger: TriggerWorkflow) {
	const outcome = { release: () => {}, fail: () => {} };
	const open = new Promise<void>((resolve, reject) => {
		outcome.release = resolve;
		outcome.fail = () => reject(new Error('database is locked'));
	});
	const begun = new Promise<void>((begin) => {
		trigger.beforeStart = async () => {
			begin();
			await open;
		};
	});
	return { ...outcome, begun };
}

/** A delivery whose sender gives up during the start of the run. */
async function abandoned(trigger: TriggerWorkflow, body: unknown) {
	const hold = held(trigger);
	let giveUp = () => {};
	const sent = trigger.deliver({ body, onOpen: (opened) => (giveUp = opened) });
	await hold.begun;
	giveUp();
	trigger.beforeStart = () => {};
	return { ...hold, sent };
}

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
	const timeOut = new AbortController();
	const after = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeOut.signal);
	const start = held(trigger);
	const first = trigger.deliver({ body });
	await start.begun;
	const copy = trigger.deliver({ body });
	timeOut.abort(new Error('Time is over'));
	expect(await copy).toMatchObject({ status: 503 });
	expect(after).toHaveBeenCalledWith(10_000);
	after.mockRestore();
	start.release();
	expect(await first).toMatchObject({ status: 200 });
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect(await runsOf(trigger)).toMatchObject([[body]]);
});

it('a redelivery starts nothing but an empty execution if the sender has given up meanwhile', async () => {
	const { sent, release } = await abandoned(trigger, body);
	const second = trigger.deliver({ body });
	release();
	expect((await sent).status).toBeUndefined();
	expect(await second).toMatchObject({ status: 200 });
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect((await runsOf(trigger)).flat()).toMatchObject([body]);
});

it('a redelivery runs if the first one fails while it is being started', async () => {
	const { sent, fail } = await abandoned(trigger, body);
	fail();
	await sent;
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect((await runsOf(trigger)).flat()).toMatchObject([body]);
});

it('a redelivery runs if n8n could not create the execution', async () => {
	trigger.beforeStart = () => {
		throw new Error('database is locked');
	};
	expect(await trigger.deliver({ body })).toMatchObject({ status: 500 });
	trigger.beforeStart = () => {};
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect((await runsOf(trigger)).flat()).toMatchObject([body]);
});
