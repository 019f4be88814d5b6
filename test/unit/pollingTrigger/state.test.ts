import type { IDataObject } from 'n8n-workflow';

import { inTurn } from '../../../nodes/AppointmentScheduling/pollingTrigger/recentPolls';
import { BEGIN, clock, events, iso, keysOf, MINUTE, pollingFor, service } from './support';

describe.each(events)('$event: static data', (event) => {
	async function polled() {
		const at = await service();
		const polling = pollingFor(at, event);
		at.seed(2, { status: 'PENDING', start_date: iso(BEGIN + 50 * MINUTE) });
		await polling.activate();
		return { at, polling };
	}

	test('is not written by a poll that finds nothing new', async () => {
		const { polling } = await polled();
		const workflow = polling.load();
		clock(BEGIN + MINUTE);
		const context = polling.pollContext({ workflow });
		expect(await polling.installed.nodeType.poll!.call(context)).toBeNull();
		expect(workflow.staticData.__dataChanged).not.toBe(true);
	});

	test('of other triggers is left alone', async () => {
		const { at, polling } = await polled();
		const others = { 'node:Trigger': { deliveries: ['a'] }, global: { shared: 1 } };
		polling.staticData = { ...polling.staticData, ...others };
		at.book({ status: 'PENDING', start_date: iso(BEGIN + 40 * MINUTE) });
		await polling.restart();
		expect(polling.staticData).toMatchObject(others);
	});

	test.each<IDataObject>([
		{ choice: 1 },
		{ account: undefined },
		{ zone: 5 },
		{ snapshot: 'none' },
		{ polledAt: '600' },
	])('that is not valid, %j, makes the poll record anew', async (odd) => {
		const { at, polling } = await polled();
		const { name } = polling.installed.node;
		polling.staticData = { [`node:${name}`]: { ...polling.nodeStaticData, ...odd } };
		for (const { appointment_key: key } of at.appointments.list()) {
			at.reschedule(key, iso(BEGIN + 30 * MINUTE));
			at.updateStatus(key, 'CONFIRMED');
		}
		const again = event.event === 'startsSoon' ? 2 : 0;
		expect(keysOf(await polling.restart())).toHaveLength(again);
	});
});

test('reports what has no valid start, whatever the date filters', async () => {
	const at = await service();
	const polling = pollingFor(at, {
		event: 'statusChanged',
		filters: { startDate: '2026-06-10', endDate: '2026-06-20' },
	});
	const answers = (status: string) => {
		const results = [{ appointment_key: 'odd', status, start_date: 'soon' }];
		at.faults.clear();
		at.faults.add({ action: { kind: 'respond', status: 200, body: { results } } });
	};
	answers('PENDING');
	await polling.activate();
	answers('CONFIRMED');
	expect(keysOf(await polling.tick())).toEqual(['odd']);
});

describe('polls of one node', () => {
	/** The state that a poll without events gets, after which this process remembers one more. */
	async function given(id: string, stored: IDataObject): Promise<unknown> {
		let newest: unknown;
		const poll = async (state: IDataObject) => {
			newest = state.count;
			return { events: [], state: { choice: Math.random() } };
		};
		expect(await inTurn(id, { ...stored }, poll)).toEqual([]);
		return newest;
	}

	test('get what the process remembers, unless n8n has stored a newer state', async () => {
		expect(await given('a', {})).toBeUndefined();
		expect(await given('a', {})).toBe(1);
		expect(await given('a', { count: 2 })).toBe(2);
		expect(await given('a', { count: 9 })).toBe(9);
		expect(await given('a', { count: 3 })).toBe(10);
	});

	test('are remembered for the 500 nodes that polled last', async () => {
		const others = async (round: string, count: number) => {
			for (let index = 0; index < count; index += 1) await given(`${round}-${index}`, {});
		};
		expect(await given('b', {})).toBeUndefined();
		await others('first', 499);
		expect(await given('b', {})).toBe(1);
		await others('second', 500);
		expect(await given('b', {})).toBeUndefined();
	});
});
