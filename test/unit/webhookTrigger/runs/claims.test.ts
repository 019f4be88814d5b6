import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/claims';
import { ClaimStore } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/claimStore';
import { stateEntry } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/identity';

type Helper = IExecuteFunctions['helpers']['checkProcessedAndRecord'];

beforeEach(() => {
	jest.useFakeTimers();
	delayMs = 0;
});
afterEach(() => void jest.useRealTimers());

/** ms that each call of n8n's store takes. */
let delayMs = 0;

/** The claims of a process, over a table that has these entries of another process. */
function claimsOver(entries: Iterable<string>): Claims {
	const table = entries instanceof Set ? (entries as Set<unknown>) : new Set<unknown>(entries);
	const checkProcessedAndRecord: Helper = async (items) => {
		if (delayMs > 0) await sleep(delayMs);
		const processed = items.filter((item) => table.has(item));
		for (const item of items) table.add(item);
		return await Promise.resolve({ new: [], processed });
	};
	const removeProcessed: IExecuteFunctions['helpers']['removeProcessed'] = async (items) =>
		void (await Promise.resolve(items.map((item) => table.delete(item))));
	return new Claims(new ClaimStore({ checkProcessedAndRecord, removeProcessed }));
}

const soon = async <T>(decision: Promise<T>) =>
	await Promise.race([decision, Promise.resolve('undecided')]);

it('a copy waits for the owner of the claim, also if the clock is set back meanwhile', async () => {
	const decision = claimsOver(['claim key', 'run key']).mayRun('key', 'this copy');
	await jest.advanceTimersByTimeAsync(1_000);
	expect(await soon(decision)).toBe('undecided');
	jest.setSystemTime(Date.now() - 3_600_000);
	await jest.advanceTimersByTimeAsync(5_000);
	expect(await soon(decision)).toBe(false);
});

it('a copy waits longer while the store is slow', async () => {
	delayMs = 500;
	const decision = claimsOver(['claim key', 'run key']).mayRun('key', 'this copy');
	await jest.advanceTimersByTimeAsync(4_000);
	expect(await soon(decision)).toBe('undecided');
	await jest.advanceTimersByTimeAsync(6_000);
	expect(await soon(decision)).toBe(false);
});

describe('the owner of a claim', () => {
	let table: Set<string>;
	beforeEach(() => void (table = new Set()));
	const at = (ms: number, happens: () => void) => void setTimeout(happens, ms);

	it.each([
		['runs', () => {}],
		['claims again if other processes have overwritten it, and runs', () => table.clear()],
	])('%s', async (_what, happens) => {
		at(100, happens);
		const decision = claimsOver(table).mayRun('key', 'this copy');
		await jest.advanceTimersByTimeAsync(500);
		expect(await soon(decision)).toBe(true);
	});

	it('has lost it if only its own entry is gone, and waits for the run of the other one', async () => {
		at(100, () => table.delete('claim key this copy'));
		at(1_000, () => table.add('run key'));
		const decision = claimsOver(table).mayRun('key', 'this copy');
		await jest.advanceTimersByTimeAsync(1_000);
		expect(await soon(decision)).toBe('undecided');
		await jest.advanceTimersByTimeAsync(500);
		expect(await soon(decision)).toBe(false);
	});
});

it('a copy runs if the owner of the claim has not recorded its run', async () => {
	const decision = claimsOver(['claim key']).mayRun('key', 'this copy');
	await jest.advanceTimersByTimeAsync(6_000);
	expect(await soon(decision)).toBe(true);
});

it('the same copy runs again, but no other one', async () => {
	const claims = claimsOver([]);
	const copies = ['first', 'second', 'first'].map(async (copy) => await claims.mayRun('key', copy));
	await jest.advanceTimersByTimeAsync(6_000);
	expect(await Promise.all(copies)).toEqual([true, false, true]);
});

it('a copy runs if another worker had claimed it', async () => {
	const claimed = ['claim key', 'claim key this copy', 'run key'];
	const decision = claimsOver(claimed).mayRun('key', 'this copy');
	await jest.advanceTimersByTimeAsync(100);
	expect(await soon(decision)).toBe(true);
});

describe('the changes of an appointment', () => {
	let table: Set<string>;
	let claims: Claims;
	beforeEach(() => void (claims = claimsOver((table = new Set()))));
	const seen = (status: string) => ({ start: undefined, status });
	const entry = (status: string) => stateEntry('key', seen(status));
	const change = (former: string | undefined, state: string) => ({
		key: 'key',
		former: former === undefined ? undefined : seen(former),
		seen: seen(state),
	});

	it('a run is in progress until it ends, for other runs than itself', async () => {
		const booked = change('a', 'b');
		for (const expected of ['none', 'none']) {
			expect(await claims.progressOf(booked, 'run 1')).toBe(expected);
		}
		for (const expected of ['begun', 'begun']) {
			expect(await claims.progressOf(booked, 'run 2')).toBe(expected);
		}
		await claims.end(booked);
		expect(await claims.progressOf(booked, 'run 1')).toBe('ended');
		expect(await claims.progressOf(change(undefined, 'b'), 'run 3')).toBe('ended');
	});

	it('a run has begun as soon as that is recorded', async () => {
		await claims.begin(change(undefined, 'b'));
		expect(await claims.progressOf(change('a', 'b'), 'run 2')).toBe('begun');
	});

	it('a state that was left is forgotten, also if another process writes it back', async () => {
		for (const state of ['a', 'b']) await claims.end(change(undefined, state));
		await claims.leave(change('a', 'a'));
		expect(table).toContain(entry('a'));
		await claims.leave(change('a', 'b'));
		for (const left of [entry('a'), `${entry('a')} ended`]) table.add(left);
		await jest.advanceTimersByTimeAsync(5_000);
		expect([...table]).toEqual([entry('b'), `${entry('b')} ended`]);
	});

	it('a state that comes back is another change', async () => {
		await claims.end(change('a', 'b'));
		await claims.leave(change('b', 'a'));
		expect(await claims.progressOf(change('a', 'b'), 'run 3')).toBe('none');
	});
});
