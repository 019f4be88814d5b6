import type { PollingWorkflow } from '../support';
import {
	BEGIN,
	DAY,
	events,
	iso,
	keysOf,
	HOUR,
	pollingFor,
	published,
	service,
	warningsOf,
	clock,
	ended,
} from './support';

const USED_UP = {
	kind: 'respond',
	status: 429,
	headers: { 'retry-after': '1' },
	body: { detail: 'Request was throttled.' },
} as const;
const LACKING = {
	kind: 'respond',
	status: 200,
	body: { count: 9, next: null, results: [] },
} as const;

describe.each([...events, ended({ delay: 0 })])('$event, if the first poll fails', (event) => {
	test.each([
		['the quota leaves no request', USED_UP, /no room for the first poll/, false],
		['the list lacks appointments', LACKING, /reported 9 entries/, true],
	] as const)('because %s: is published at once, and it is made up later', async (...row) => {
		const [, action, warning, isStored] = row;
		const at = await service();
		const start_date = iso(BEGIN + HOUR / 2);
		at.book({ appointment_key: 'a', status: 'CONFIRMED', start_date });
		at.faults.add({ times: 1, action });
		const polling = pollingFor(at, event);
		const logged = warningsOf(polling);
		expect(await polling.activate()).toBeUndefined();
		expect(logged).toEqual([expect.stringMatching(warning)]);
		expect(Object.keys(polling.staticData)).toHaveLength(isStored ? 1 : 0);
		// It waits for its turn.
		expect(keysOf(await polling.tick())).toEqual(event.event === 'startsSoon' ? ['a'] : []);
		at.updateStatus('a', 'PENDING');
		at.reschedule('a', iso(BEGIN + HOUR / 3));
		at.book({ appointment_key: 'b', status: 'CONFIRMED', start_date });
		if (event.event === 'ended') clock(BEGIN + 2 * HOUR);
		const expected: Record<string, string[]> = {
			created: ['b'],
			startsSoon: ['a', 'b'],
			ended: ['a', 'b'],
		};
		expect(keysOf(await polling.tick())).toEqual(expected[String(event.event)] ?? ['a']);
	});
});

test('a new version of a published workflow does not wait either, and loses nothing', async () => {
	const { at, polling } = await published({ event: 'created' });
	await polling.tick();
	at.book({ appointment_key: 'a', start_date: iso(BEGIN + DAY) });
	at.faults.add({ times: 1, action: USED_UP });
	expect(await polling.activate(undefined, 'update')).toBeUndefined();
	expect(keysOf(await polling.tick())).toEqual(['a']);
});

describe('the time that n8n gives a poll', () => {
	const limited = (polling: PollingWorkflow, ms: number) => {
		const { pollContext } = polling;
		polling.pollContext = (...given) =>
			Object.assign(pollContext.apply(polling, given), { getPollBudgetMs: () => ms });
	};

	test('ends the poll, which says so, each time', async () => {
		const at = await service({ latency: 400 });
		at.seed(3, { start_date: iso(BEGIN + DAY) });
		at.set({ maxPageSize: 1 });
		const polling = pollingFor(at, { event: 'created' });
		limited(polling, 700);
		for (let count = 0; count < 2; count += 1) {
			await expect(polling.tick()).rejects.toMatchObject({
				message: expect.stringMatching(/could not be read within 1 s, the time .*\. Add filters/),
			});
		}
	});

	test('bounds how long a poll waits for the quota, and n8n learns when to poll again', async () => {
		const at = await service();
		const polling = pollingFor(at, { event: 'created' });
		limited(polling, 700);
		await polling.activate();
		const headers = { 'retry-after': '50' };
		at.faults.add({ times: 1, action: { ...USED_UP, headers } });
		const began = performance.now();
		await expect(polling.tick()).rejects.toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: expect.any(Number) },
		});
		expect(performance.now() - began).toBeLessThan(700);
	});
});
