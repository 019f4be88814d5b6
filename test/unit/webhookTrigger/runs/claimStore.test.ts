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
