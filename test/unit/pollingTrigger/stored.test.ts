import type { IDataObject } from 'n8n-workflow';

import { inTurn } from '../../../nodes/AppointmentScheduling/pollingTrigger/recentPolls';
import { matches, type Setup } from '../../../nodes/AppointmentScheduling/pollingTrigger/setup';
import { stateIn, toStored } from '../../../nodes/AppointmentScheduling/pollingTrigger/state';
import { Snapshot } from '../../../nodes/AppointmentScheduling/watching/snapshot';

const setup = {
	event: 'created',
	choices: ['now', 'version 0.1'],
	zone: 'Europe/Madrid',
	scope: 'scope',
	now: 900,
} as Setup;
const snapshot = { known: { start_date: '2026-06-10T10:00:00', status: 'PENDING' } };
const whole = {
	choice: 'now',
	count: 7,
	polledAt: 600,
	interval: 60,
	zone: 'UTC',
	scope: 'before',
};

describe('the state of the previous poll', () => {
	it('is read as it was stored', () => {
		const { snapshot: known, left, ...rest } = stateIn({ ...whole, snapshot, left: {} }, setup);
		expect(rest).toEqual({ count: 7, polledAt: 600, interval: 60, zone: 'UTC', scope: 'before' });
		expect(known?.get('known')?.start).toBe(Date.parse('2026-06-10T10:00:00Z') / 60_000);
		expect(left?.size).toBe(0);
	});

	it('of version 0.1 has neither zone nor count nor interval', () => {
		const stored = { choice: 'version 0.1', polledAt: 600, snapshot };
		const { snapshot: known, ...rest } = stateIn(stored, setup);
		expect(rest).toEqual({ count: 0, polledAt: 600, zone: setup.zone });
		expect(known?.get('known')?.start).toBe(Date.parse('2026-06-10T08:00:00Z') / 60_000);
	});

	it('keeps only what has the right type', () => {
		const odd = { interval: '60', zone: 5, scope: {}, left: 'none' };
		const { snapshot: known, ...rest } = stateIn({ ...whole, snapshot, ...odd }, setup);
		expect(rest).toEqual({ count: 7, polledAt: 600, zone: setup.zone });
		expect(known?.size).toBe(1);
	});

	it.each<IDataObject>([
		{ choice: 'another' },
		{ choice: 1 },
		{ snapshot: undefined },
		{ polledAt: '600' },
	])('is only its count with %j', (odd) => {
		expect(stateIn({ ...whole, snapshot, ...odd }, setup)).toEqual({ count: 7 });
		expect(stateIn({ ...whole, snapshot, ...odd, count: '7' }, setup)).toEqual({ count: 0 });
	});
});

describe('what is stored for the next poll', () => {
	const outcome = { events: [], snapshot: new Snapshot() };
	const empty = new Snapshot().toStored();

	it('has no interval after the first poll, and a scope for reminders only', () => {
		const first = { choice: 'now', count: 1, polledAt: 900, zone: setup.zone, snapshot: empty };
		expect(toStored(setup, { count: 0 }, outcome)).toEqual(first);
		expect(toStored({ ...setup, event: 'startsSoon' }, { count: 0 }, outcome)).toEqual({
			...first,
			scope: 'scope',
		});
	});

	it('counts on, with what left the list', () => {
		const stored = toStored(
			setup,
			{ count: 7, polledAt: 600 },
			{ ...outcome, left: new Snapshot() },
		);
		expect(stored).toMatchObject({ count: 8, interval: 300, left: empty });
	});
});

it('filters are applied to changed appointments too, and report what has no valid start', () => {
	const isWanted = (filters: Setup['filters'], data: IDataObject) =>
		matches({ ...setup, event: 'statusChanged', filters, statuses: [] }, data);
	const data = { start_date: 'soon', status: 'PENDING', calendar: { calendar_key: 'here' } };
	expect(isWanted({ start_date: '2026-06-10T10:00:00' }, data)).toBe(true);
	expect(isWanted({ calendar_key: 'here' }, data)).toBe(true);
	expect(isWanted({ calendar_key: 'elsewhere' }, data)).toBe(false);
	// For other events, only the service applies them.
	const elsewhere = { ...setup, filters: { calendar_key: 'elsewhere' }, statuses: [] };
	expect(matches(elsewhere, data)).toBe(true);
	const edge = { start_date: '2026-06-10T10:00:00', end_date: '2026-06-10T10:00:00' };
	expect(isWanted(edge, { ...data, start_date: '2026-06-10T08:00:00Z' })).toBe(true);
	expect(isWanted(edge, { ...data, start_date: '2026-06-10T08:00:01Z' })).toBe(false);
	expect(isWanted(edge, { ...data, start_date: '2026-06-10T07:59:59Z' })).toBe(false);
});

describe('polls of one node', () => {
	/** The state that a poll without events gets, after which this process remembers `count`. */
	async function given(id: string, stored: IDataObject, count = 1): Promise<unknown> {
		let newest: unknown;
		const poll = async (state: IDataObject) => {
			newest = { ...state };
			return { events: [], toStore: { count, by: 'process' } };
		};
		expect(await inTurn(id, { ...stored }, poll)).toEqual([]);
		return newest;
	}

	it('get what the process remembers, unless n8n has stored as much', async () => {
		expect(await given('a', {}, 2)).toEqual({});
		expect(await given('a', { count: 1 }, 2)).toEqual({ count: 2, by: 'process' });
		expect(await given('a', { count: 2 }, 2)).toEqual({ count: 2 });
	});

	it('wait until n8n has saved the events of another, or has had 30 seconds for it', async () => {
		const time = jest.spyOn(performance, 'now');
		const poll = async () => ({ events: [{ event: 'created' }], toStore: { count: 1 } });
		const found = async (now: number, stored: IDataObject) => {
			time.mockReturnValue(now);
			return (await inTurn('c', stored, poll)).length;
		};
		expect(await found(1_000_000, {})).toBe(1);
		expect(await found(1_029_999, {})).toBe(0);
		expect(await found(1_030_000, {})).toBe(1);
		expect(await found(1_030_001, { count: 1 })).toBe(1);
		time.mockRestore();
	});

	it('are remembered for the 500 nodes that polled last', async () => {
		const others = async (round: string, count: number) => {
			for (let index = 0; index < count; index += 1) await given(`${round}-${index}`, {});
		};
		const remembered = { count: 1, by: 'process' };
		expect(await given('b', {})).toEqual({});
		await others('first', 499);
		expect(await given('b', {})).toEqual(remembered);
		await others('second', 499);
		expect(await given('b', {})).toEqual(remembered);
		await others('third', 500);
		expect(await given('b', {})).toEqual({});
	});
});
