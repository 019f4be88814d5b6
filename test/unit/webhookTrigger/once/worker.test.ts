import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import {
	withHandover,
	type Handover,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/handover';
import { creationIdentity } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/identity';
import {
	traceOf,
	tracesOf,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/trace';
import { Book } from '../../../../nodes/AppointmentScheduling/watching/book';
import { ProcessedKeys } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/processedKeys';
import { execute } from '../../support/engine/execution';
import { processedData } from '../../support/engine/processedData';
import { StoredWorkflow } from '../../support/engine/storedWorkflow';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async () => await nextTurn(),
}));

const [CREATED, CANCELED] = ['appointment.created', 'appointment.canceled'];
const key = comparableKey('a')!;
const run = { at: 0, id: 1, event: CREATED, hasBegun: false, isLate: false };
const appointment = { key, run, trace: 'trace' };
const traces = [{ name: 'trace', since: Date.now() - 60_000 }];
const caughtUp = { question: { traces }, isOverdue: false };

let stored: StoredWorkflow;

beforeEach(() => {
	processedData.reset();
	stored = new StoredWorkflow(AppointmentSchedulingTrigger);
});

/** What a worker passes on of an item that another process has handed over. */
async function passedOn(handover: Handover, json: IDataObject = {}): Promise<IDataObject[]> {
	const item = withHandover(json, handover);
	Object.assign(item.delivery as unknown as IDataObject, { process: 'another' });
	const { items, status } = await execute(stored, { id: '1', mode: 'trigger', data: [[item]] });
	expect(status).toBe('success');
	return items.map((passed) => passed.json);
}

test('a copy of a delivery ends at the trigger, with When Finished it runs', async () => {
	expect(await passedOn({ identity: 'event', appointment })).toHaveLength(1);
	expect(await passedOn({ identity: 'event', appointment })).toHaveLength(0);
	expect(await passedOn({ identity: 'event', appointment, whenFinished: true })).toHaveLength(1);
});

test('what a delivery has run on a worker, a check does not run again', async () => {
	await passedOn({ identity: 'event', appointment });
	expect(await passedOn({ caughtUp, appointment })).toHaveLength(0);
	const others = { ...caughtUp, question: { traces: [] } };
	expect(await passedOn({ caughtUp: others, appointment })).toHaveLength(1);
});

test('what a delivery with nothing but the key has run on a worker, a check does not run again', async () => {
	const book = new Book();
	const found = { start: 1, status: 'PENDING' };
	const since = Date.now() - 60_000;
	const delivered = { key, run, trace: traceOf(key, {}, book) };
	await passedOn({ identity: 'event', appointment: delivered });
	const question = { traces: tracesOf(key, found, book, since) };
	const listed = { key, run, trace: traceOf(key, found, book) };
	expect(
		await passedOn({ caughtUp: { question, isOverdue: false }, appointment: listed }),
	).toHaveLength(0);
	const other = { traces: tracesOf(comparableKey('b')!, found, book, since) };
	expect(
		await passedOn({ caughtUp: { question: other, isOverdue: false }, appointment: listed }),
	).toHaveLength(1);
});

test('reports a change since a booking, instead of the booking again, if that was delivered', async () => {
	const creation = creationIdentity(key);
	const moved = { ...caughtUp, question: { traces: [], creation } };
	await passedOn({ identity: creation, appointment });
	const otherwise = { caughtUp: { ...moved, otherwise: CANCELED }, appointment };
	expect(await passedOn(otherwise, { event: CREATED })).toEqual([{ event: CANCELED }]);
	expect(await passedOn({ caughtUp: moved, appointment }, { event: CREATED })).toEqual([]);
});

test('reports a booking again if the run of its delivery was killed', async () => {
	const creation = creationIdentity(key);
	await passedOn({ identity: creation, appointment });
	const { node, workflowData } = stored.installed;
	const context = { workflow: workflowData, node, context: 'node' } as never;
	await processedData.removeProcessed([`${creation} ended`], 'node', context);
	const waiting = { question: { traces: [], creation }, isOverdue: false };
	expect(await passedOn({ identity: creation, caughtUp: waiting, appointment })).toEqual([]);
	const overdue = { ...waiting, isOverdue: true };
	expect(await passedOn({ identity: creation, caughtUp: overdue, appointment })).toHaveLength(1);
});

test('an event runs although n8n cannot read or write what has run', async () => {
	processedData.beforeAccess = () => {
		throw new Error('The database is locked');
	};
	expect(await passedOn({ identity: 'event', appointment })).toHaveLength(1);
	expect(await passedOn({ caughtUp, appointment })).toHaveLength(1);
});

test('an execution that asks for all differences ends at the trigger and leaves no entries', async () => {
	await passedOn({ identity: 'event', appointment });
	expect(
		await passedOn({ questions: [{ traces }, { traces: [{ name: 'other', since: 0 }] }] }),
	).toEqual([]);
	const other = { ...caughtUp, question: { traces: [{ name: 'other', since: Date.now() }] } };
	expect(await passedOn({ caughtUp: other, appointment })).toHaveLength(1);
});

describe("n8n's table of processed keys", () => {
	/** A table that another process overwrites with what it has read before. */
	function table() {
		let entries: string[] = [];
		const helpers = {
			checkProcessedAndRecord: async (items: string[]) => {
				await nextTurn();
				const processed = items.filter((item) => entries.includes(item));
				entries = [...new Set([...entries, ...items])];
				return { new: [], processed };
			},
			removeProcessed: async (items: string[]) => {
				await nextTurn();
				entries = entries.filter((entry) => !items.includes(entry));
			},
		};
		const keys = new ProcessedKeys(helpers as never);
		return { keys, has: (entry: string) => entries.includes(entry), undo: () => (entries = []) };
	}

	test('an entry that another process has overwritten is written again', async () => {
		const { keys, has, undo } = table();
		expect(await keys.record(['a'])).toEqual(new Set());
		undo();
		expect(has('a')).toBe(false);
		for (let turn = 0; turn < 50 && !has('a'); turn += 1) await nextTurn();
		expect(has('a')).toBe(true);
	});

	test('looking for an entry does not create it', async () => {
		const { keys, has } = table();
		await keys.record(['a']);
		expect(await keys.find(['a', 'b'])).toEqual(new Set(['a']));
		expect([has('a'), has('b')]).toEqual([true, false]);
	});

	test('calls at once are one call, and a call that throws is retried', async () => {
		let calls = 0;
		const helpers = {
			checkProcessedAndRecord: async () => {
				await nextTurn();
				calls += 1;
				if (calls === 1) throw new Error('UNIQUE constraint failed');
				return { new: [], processed: [] };
			},
		};
		const keys = new ProcessedKeys(helpers as never);
		await Promise.all([keys.record(['a']), keys.record(['b'])]);
		expect(calls).toBe(2);
	});
});
