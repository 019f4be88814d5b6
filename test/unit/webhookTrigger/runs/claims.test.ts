import { sleep, type IExecuteFunctions } from 'n8n-workflow';

import { Claims } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/claims';
import { ClaimStore } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/claimStore';

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

it('a copy waits longer if one of the latest twenty calls of the store was slow', async () => {
	delayMs = 500;
	const claims = claimsOver(['claim key', 'run key']);
	const decision = claims.mayRun('key', 'this copy');
	await jest.advanceTimersByTimeAsync(5_000);
	expect(await soon(decision)).toBe('undecided');
	await jest.advanceTimersByTimeAsync(2_000);
	expect(await soon(decision)).toBe(false);

	delayMs = 0;
	for (let call = 1; call <= 19; call += 1) await claims.store.enter([]);
	expect(claims.store.slowestMs).toBe(500);
	await claims.store.enter([]);
	expect(claims.store.slowestMs).toBe(0);
});

describe('the owner of a claim', () => {
	let table: Set<string>;
	beforeEach(() => void (table = new Set()));

	/** When it runs, in ms. */
	async function decidedAfter(copy = 'this copy'): Promise<number> {
		const start = performance.now();
		const decision = claimsOver(table).mayRun('key', copy);
		const decided = decision.then(() => performance.now() - start);
		await jest.advanceTimersByTimeAsync(20_000);
		expect(await decision).toBe(true);
		return await decided;
	}
	const at = (ms: number, happens: () => void) => void setTimeout(happens, ms);

	it('runs once its claim has stayed for a while', async () => {
		expect(await decidedAfter()).toBe(150 + 75);
	});

	it('claims again if other processes have overwritten it', async () => {
		at(100, () => table.clear());
		expect(await decidedAfter()).toBe(2 * 150 + 75);
	});

	it('waits again while the store is slow, five times at most', async () => {
		delayMs = 75;
		expect(await decidedAfter()).toBe(75 + 5 * (150 + 75) + 75 + 75);
	});

	it('has lost it if only its own entry is gone, and waits for the run of the other one', async () => {
		at(100, () => table.delete('claim key this copy'));
		at(1_000, () => table.add('run key'));
		const decision = claimsOver(table).mayRun('key', 'this copy');
		await jest.advanceTimersByTimeAsync(150 + 1_200 - 1);
		expect(await soon(decision)).toBe('undecided');
		await jest.advanceTimersByTimeAsync(1);
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
	const change = (former: string | undefined, state: string) => ({ former, state });

	it('a run is in progress until it ends, for other runs than itself', async () => {
		const booked = change('a', 'b');
		expect(await claims.progressOf(booked, 'run 1')).toBe('none');
		expect(await claims.progressOf(booked, 'run 1')).toBe('none');
		expect(await claims.progressOf(booked, 'run 2')).toBe('begun');
		expect(await claims.progressOf(booked, 'run 2')).toBe('begun');
		await claims.endChange(booked);
		expect(await claims.progressOf(booked, 'run 1')).toBe('ended');
		expect(await claims.progressOf(change(undefined, 'b'), 'run 3')).toBe('ended');
	});

	it('a run has begun as soon as that is recorded', async () => {
		await claims.beginChange(change(undefined, 'b'));
		expect([...table]).toEqual(['b']);
		expect(await claims.progressOf(change('a', 'b'), 'run 2')).toBe('begun');
	});

	it('only a state that was left is removed, and again after three seconds', async () => {
		const removed = jest.spyOn(claims.store, 'remove');
		await claims.beginChange(change(undefined, 'a'));
		await claims.beginChange(change('a', 'a'));
		expect(removed).not.toHaveBeenCalled();
		await claims.beginChange(change('a', 'b'));
		for (const entry of ['a', 'a ended']) table.add(entry);
		await jest.advanceTimersByTimeAsync(2_999);
		expect([...table]).toEqual(['b', 'a', 'a ended']);
		await jest.advanceTimersByTimeAsync(1);
		expect([...table]).toEqual(['b']);
	});

	it('a state that comes back is another change', async () => {
		await claims.beginChange(change('a', 'b'));
		await claims.endChange(change('a', 'b'));
		await claims.beginChange(change('b', 'a'));
		await claims.endChange(change('b', 'a'));
		expect(await claims.progressOf(change('a', 'b'), 'run 3')).toBe('none');
		await claims.beginChange(change('a', 'a'));
		expect(await claims.progressOf(change('b', 'a'), 'run 5')).toBe('ended');
	});
});

it('a recorded run keeps later copies from running', async () => {
	const claims = claimsOver([]);
	expect(await claims.recordRun('key', 'this copy')).toBe(true);
	expect(await claims.recordRun('key', 'other copy')).toBe(false);
	expect(await claims.mayRun('key', 'other copy')).toBe(false);
});
