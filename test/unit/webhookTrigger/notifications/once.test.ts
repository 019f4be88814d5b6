import type { Service } from '../../../stand-in';
import { processedData } from '../../support/engine/processedData';
import { abandoned, notification, runsOf, service, triggerFor } from '../deliveries/support';

let at: Service;
let accesses: number;

beforeAll(async () => {
	at = await service();
});
beforeEach(() => {
	accesses = 0;
	processedData.beforeAccess = () => void (accesses += 1);
});
afterEach(() => processedData.reset());

async function published(options = {}) {
	const trigger = triggerFor(at, { options });
	await trigger.activate();
	return trigger;
}

it('runs an event while n8n cannot read its table, and says so once', async () => {
	const trigger = await published();
	const warn = jest.spyOn(trigger.hookContext().logger, 'warn').mockReturnValue();
	processedData.beforeAccess = () => {
		throw new Error('database is locked');
	};
	const bodies = [notification(), notification()];
	for (const body of bodies) await trigger.deliver({ body });
	expect((await runsOf(trigger)).flat()).toMatchObject(bodies);
	expect(warn.mock.calls.filter(([text]) => String(text).includes('may run'))).toHaveLength(1);
	warn.mockRestore();
});

it.each([
	['in a test', {}, true],
	['without Deduplicate', { deduplicate: false }, false],
	['with When Finished', { respond: 'whenFinished' }, false],
])('does not ask the table %s', async (_when, options, test) => {
	const trigger = await published(options);
	for (const body of [notification(), notification()]) {
		if (test) await trigger.listenForTest();
		await trigger.deliver({ body, test });
	}
	expect(await runsOf(trigger)).toHaveLength(2);
	expect(accesses).toBe(0);
});

it('with When Finished, what was given up during its execution runs again', async () => {
	const trigger = await published({ respond: 'whenFinished' });
	const body = notification();
	const { sent, release } = await abandoned(trigger, body, 'run');
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	release();
	await sent;
	expect(await trigger.deliver({ body })).toMatchObject({ status: 200 });
	expect((await runsOf(trigger)).flat()).toMatchObject([body, body]);
});

it('asks the service for nothing', async () => {
	const trigger = await published();
	at.requests.clear();
	await trigger.deliver({ body: notification() });
	await trigger.finished();
	expect(at.requests.entries).toEqual([]);
	expect(Object.keys(trigger.nodeStaticData).filter((name) => !name.startsWith('webhook'))).toEqual(
		[],
	);
});
