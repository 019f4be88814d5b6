import type { IExecuteFunctions } from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

import { ClaimStore } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/claimStore';
import { processedData } from '../../support';

type Helper = IExecuteFunctions['helpers']['checkProcessedAndRecord'];

const context = { workflow: { id: 'w' }, node: { id: 'n' } } as Parameters<
	typeof processedData.checkProcessedAndRecord
>[2];

let calls: unknown[][];
let underWay = 0;
let most = 0;

const helper: Helper = async (items, scope, options) => {
	calls.push(items);
	underWay += 1;
	most = Math.max(most, underWay);
	try {
		return await processedData.checkProcessedAndRecord(items, scope, context, options);
	} finally {
		underWay -= 1;
	}
};

beforeEach(() => {
	processedData.reset();
	calls = [];
	most = 0;
});

const removeProcessed: IExecuteFunctions['helpers']['removeProcessed'] = async (...call) => {
	const [items, scope, options] = call;
	expect(options).toEqual({ mode: 'entries' });
	await processedData.removeProcessed(items, scope, context);
};

const store = () => new ClaimStore({ checkProcessedAndRecord: helper, removeProcessed });
const enter = async (to: ClaimStore, entries: string[]) => [...(await to.enter(entries)).found];
const rows = async () => await processedData.getProcessedDataCount('node', context);

it('asks one thing at a time, takes along what waits, and loses no entry', async () => {
	processedData.beforeAccess = async () => void (await sleep(2));
	const entries = Array.from({ length: 200 }, (_, index) => `entry ${index}`);
	const one = store();
	const found = await Promise.all(entries.map(async (entry) => await enter(one, [entry])));
	expect(found.flat()).toEqual([]);
	expect(most).toBe(1);
	expect(calls.length).toBeLessThan(10);
	expect(await rows()).toBe(200);
	expect(await enter(one, entries)).toEqual(entries);
});

it('removes an entry, in turn with what is entered meanwhile', async () => {
	processedData.beforeAccess = async () => void (await sleep(2));
	const one = store();
	const before = one.enter(['a']);
	const removed = one.remove(['a']);
	const joining = one.enter(['b']);
	await Promise.all([before, removed, joining]);
	expect(await enter(one, ['a', 'b'])).toEqual(['b']);
	expect(most).toBe(1);
});

it('does not bring back what was kept and then removed', async () => {
	const one = store();
	await one.enter(['a']);
	one.keep('a');
	await one.remove(['a']);
	await sleep(300);
	expect(await enter(one, ['b'])).toEqual([]);
	expect(await enter(one, ['a'])).toEqual([]);
});

it('keeps at most 3,000 entries at n8n, the newest', async () => {
	const one = store();
	for (let batch = 0; batch < 50; batch += 1) {
		await one.enter(Array.from({ length: 100 }, (_, index) => `entry ${batch} ${index}`));
	}
	expect(await rows()).toBe(3_000);
	expect(await enter(one, ['entry 49 0'])).toEqual(['entry 49 0']);
});

it('asks again when n8n fails, gives up in the end, and works again afterwards', async () => {
	let failing = 2;
	processedData.beforeAccess = () => {
		if (failing-- > 0) throw new Error('database is locked');
	};
	const one = store();
	expect(await enter(one, ['a'])).toEqual([]);
	expect(calls).toHaveLength(3);

	failing = Infinity;
	await expect(one.enter(['b'])).rejects.toThrow('database is locked');
	expect(calls).toHaveLength(3 + 6);
	failing = 0;
	expect(await enter(one, ['a', 'b'])).toEqual(['a']);
});

it('does not count as found what a call that failed may have made', async () => {
	let failing = 1;
	const one = new ClaimStore({
		removeProcessed,
		checkProcessedAndRecord: async (...call) => {
			const output = await helper(...call);
			if (failing-- > 0) throw new Error('The connection broke off');
			return output;
		},
	});
	expect(await enter(one, ['a'])).toEqual([]);
	expect(await enter(one, ['a'])).toEqual(['a']);
});

it('enters again what another process has overwritten', async () => {
	const one = store();
	await one.enter(['run']);
	one.keep('run');
	await processedData.removeProcessed(['run'], 'node', context);
	while ((await rows()) === 0) await sleep(5);
	// It would be confirmed during the next tests.
	await one.remove(['run']);
});

it('stops confirming an entry that n8n does not take', async () => {
	jest.useFakeTimers();
	const one = store();
	await one.enter(['run']);
	processedData.beforeAccess = () => {
		throw new Error('database is locked');
	};
	one.keep('run');
	await jest.advanceTimersByTimeAsync(10_000);
	const asked = calls.length;
	expect(asked).toBeGreaterThan(1);
	await jest.advanceTimersByTimeAsync(60_000);
	expect(calls.length).toBe(asked);
	jest.useRealTimers();
});

describe('what is kept', () => {
	const table = new Set<string>();
	let [isOverwritten, isFailing] = [false, false];
	let times: number[];
	const one = () =>
		new ClaimStore({
			removeProcessed,
			checkProcessedAndRecord: async (items) => {
				calls.push(items);
				times.push(performance.now() - start);
				if (isFailing) return await Promise.reject(new Error('database is locked'));
				const processed = items.filter((item) => table.has(String(item)));
				for (const item of items) table.add(String(item));
				if (isOverwritten) table.clear();
				return await Promise.resolve({ new: [], processed });
			},
		});

	let start: number;
	beforeEach(() => {
		jest.useFakeTimers();
		start = performance.now();
		[times, isFailing] = [[], false];
		table.clear();
	});
	afterEach(() => {
		jest.useRealTimers();
		jest.restoreAllMocks();
	});

	it('is entered until it stays, and no more', async () => {
		isOverwritten = true;
		one().keep('run');
		await jest.advanceTimersByTimeAsync(5_000);
		isOverwritten = false;
		await jest.advanceTimersByTimeAsync(4_000);
		expect(table).toContain('run');
		const count = calls.length;
		await jest.advanceTimersByTimeAsync(60_000);
		expect(calls).toHaveLength(count);
	});

	it('is repeated by every other call for 15 seconds', async () => {
		const store = one();
		store.keep('run');
		await jest.advanceTimersByTimeAsync(14_999);
		await store.enter(['other']);
		expect(calls.at(-1)).toEqual(['other', 'run']);
		await jest.advanceTimersByTimeAsync(1);
		await store.enter(['other']);
		expect(calls.at(-1)).toEqual(['other']);
	});

	it('is confirmed at growing intervals, which chance makes longer, unless it is not kept any more', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		one().keep('run');
		await jest.advanceTimersByTimeAsync(10_000);
		expect(times).toEqual([50, 50 + 60, 210, 410, 810, 1_610]);
		one().keep('other', 50);
		await jest.advanceTimersByTimeAsync(10_000);
		expect(times).toHaveLength(6);
	});

	it('is entered again after growing pauses, which chance makes longer, if n8n fails', async () => {
		jest.spyOn(Math, 'random').mockReturnValue(0.5);
		isFailing = true;
		const entered = one().enter(['run']).catch(String);
		await jest.advanceTimersByTimeAsync(10_000);
		expect(times).toEqual([0, 30, 90, 180, 300, 450]);
		expect(await entered).toContain('database is locked');
	});

	it('is at most 500 entries, the latest', async () => {
		const store = one();
		const entries = Array.from({ length: 501 }, (_, index) => `run ${index}`);
		for (const entry of entries) store.keep(entry);
		await store.enter([]);
		expect(calls.at(-1)).toEqual(entries.slice(1));
	});
});
