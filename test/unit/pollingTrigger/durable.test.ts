import type { INodeParameters } from 'n8n-workflow';

import type { PollingWorkflow } from '../support';
import { BEGIN, clock, DAY, events, HOUR, iso, keysOf, MINUTE, published } from './support';

/**
 * A poll as n8n's durable scheduler runs it: on a copy of the static data that is loaded before,
 * and saved afterwards by `save`, if n8n saves it at all.
 */
function loaded(polling: PollingWorkflow) {
	const workflow = polling.load();
	const context = polling.pollContext(workflow);
	return {
		poll: async () => await polling.poll(context),
		save: () => polling.save(workflow),
	};
}

async function changed(event: INodeParameters) {
	const { at, polling } = await published(event, [
		{ appointment_key: 'a', status: 'PENDING', start_date: iso(BEGIN + 5 * HOUR) },
	]);
	at.reschedule('a', iso(BEGIN + 40 * MINUTE));
	at.updateStatus('a', 'CONFIRMED');
	at.book({ start_date: iso(BEGIN + DAY) });
	clock(BEGIN + MINUTE);
	return { at, polling };
}

test('fails if the list may lack appointments, because no publication waits for it', async () => {
	const { at, polling } = await published({ event: 'created' });
	const body = { count: 9, next: null, results: [] };
	at.faults.add({ times: 1, action: { kind: 'respond', status: 200, body } });
	await expect(loaded(polling).poll()).rejects.toThrow('reported 9 entries');
});

describe.each(events)('$event, each poll on a copy of the static data', (event) => {
	test('runs an event once if polls overlap', async () => {
		const { at, polling } = await changed(event);
		at.set({ latency: 30 });
		const polls = [loaded(polling), loaded(polling), loaded(polling)];
		const found = await Promise.all(polls.map(async ({ poll }) => await poll()));
		expect(found.flatMap(keysOf)).toHaveLength(1);
	});

	test('runs an event once if a poll starts with older data when another one has ended', async () => {
		const { polling } = await changed(event);
		const [first, second, third, fourth] = Array.from({ length: 4 }, () => loaded(polling));
		expect(await first!.poll()).toHaveLength(1);
		expect(await second!.poll()).toBeUndefined();
		expect(await third!.poll()).toBeUndefined();
		first!.save();
		expect(await fourth!.poll()).toBeUndefined();
		expect(await loaded(polling).poll()).toBeUndefined();
	});

	test('reports an event again that n8n did not save', async () => {
		const { polling } = await changed(event);
		const found = keysOf(await loaded(polling).poll());
		expect(found).toHaveLength(1);
		expect(await loaded(polling).poll()).toBeUndefined();
		const later = performance.now() + 30_000;
		jest.spyOn(performance, 'now').mockImplementation(() => later);
		const again = loaded(polling);
		expect(keysOf(await again.poll())).toEqual(found);
		again.save();
		expect(await loaded(polling).poll()).toBeUndefined();
	});
});

test.each(['rescheduled', 'statusChanged'])(
	'%s: reports a change of what appeared in a poll that n8n did not save',
	async (event) => {
		const { at, polling } = await published({ event });
		const { appointment_key: key } = at.book({ status: 'PENDING', start_date: iso(BEGIN + DAY) });
		expect(await loaded(polling).poll()).toBeUndefined();
		at.reschedule(key, iso(BEGIN + 2 * DAY));
		at.updateStatus(key, 'CONFIRMED');
		const reporting = loaded(polling);
		expect(await reporting.poll()).toMatchObject([{ json: { previous: { status: 'PENDING' } } }]);
		reporting.save();
		expect(await loaded(polling).poll()).toBeUndefined();
	},
);

test('runs an event once that the former version of the workflow has found while a new one was published', async () => {
	const { at, polling } = await published({ event: 'created' });
	await polling.tick();
	at.book({ start_date: iso(BEGIN + DAY) });
	const fault = at.faults.add({ times: 1, action: { kind: 'hold' } });
	const former = polling.tick();
	while (fault.hits === 0) await new Promise((go) => setTimeout(go, 5));
	expect(await polling.activate(undefined, 'update')).toBeUndefined();
	fault.remove();
	expect(await former).toHaveLength(1);
	const later = performance.now() + 40_000;
	jest.spyOn(performance, 'now').mockImplementation(() => later);
	expect(await polling.tick()).toBeUndefined();
});
