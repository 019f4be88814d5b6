import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import { comparableKey } from '../../../../nodes/AppointmentScheduling/service/values/keys';
import {
	withHandover,
	type Handover,
	type Question,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/handover';
import { creationIdentity } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/identity';
import type { Answer } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/worker';
import { ProcessedKeys } from '../../../../nodes/AppointmentScheduling/webhookTrigger/once/processedKeys';
import { execute } from '../../support/engine/execution';
import { processedData } from '../../support/engine/processedData';
import { StoredWorkflow } from '../../support/engine/storedWorkflow';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async () => await nextTurn(),
}));

const key = comparableKey('a')!;
const run = { at: 0, id: 1, event: 'appointment.created', hasBegun: false, isLate: false };
const appointment = { key, run, trace: 'trace' };
const since = Date.now() - 60_000;
const caughtUp = true;
const NONE = { progress: 'none', isCreated: false };

let stored: StoredWorkflow;

beforeEach(() => {
	processedData.reset();
	replies = [];
	stored = new StoredWorkflow(AppointmentSchedulingTrigger);
});

let replies: unknown[];

/** What a worker passes on of an item that another process has handed over. */
async function passedOn(handover: Handover): Promise<IDataObject[]> {
	const item = withHandover({}, handover);
	Object.assign(item.delivery as unknown as IDataObject, { process: 'another' });
	const onReply = (reply: unknown) => void replies.push(reply);
	const { items, status } = await execute(stored, {
		id: '1',
		mode: 'trigger',
		data: [[item]],
		onReply,
	});
	expect(status).toBe('success');
	return items.map((passed) => passed.json);
}

async function answersTo(...questions: Question[]): Promise<Answer[]> {
	replies = [];
	expect(await passedOn({ questions, isInquiry: true, caughtUp, appointment })).toEqual([]);
	expect(replies).toEqual([{ isElsewhere: true, answers: expect.any(Array) }]);
	return (replies[0] as { answers: Answer[] }).answers;
}

test('a worker answers what has run of what a check has found, and leaves no entries', async () => {
	await passedOn({ identity: 'event', appointment });
	const questions = ['trace', 'other'].map((trace) => ({ traces: [trace], since }));
	const ended = { progress: 'ended', isCreated: false };
	expect(await answersTo(...questions)).toEqual([ended, NONE]);
	expect(await answersTo(...questions)).toEqual([ended, NONE]);
});

test('what a delivery has begun since, a check does not run again', async () => {
	await passedOn({ identity: 'event', appointment });
	replies = [];
	expect(await passedOn({ caughtUp, appointment })).toEqual([]);
	const answers = [{ progress: 'begun', isCreated: false }];
	expect(replies).toEqual([{ isElsewhere: true, answers }]);
	const other = { ...appointment, key: comparableKey('b')!, trace: 'other' };
	expect(await passedOn({ caughtUp, appointment: other })).toHaveLength(1);
});

// Between the question and the run of the check, n8n's queue may be long.
test.each([
	['appointment.updated', 'trace', 11],
	['appointment.updated', 'trace', 25],
	['appointment.updated', 'part', 9],
	['appointment.created', 'trace', 25],
])('%s: what a delivery has run at 10:08 with %s does not run again at 10:%i', async (...given) => {
	const [event, trace, minute] = given;
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 5, 10, 10, 8));
	const creation = event === 'appointment.created' ? creationIdentity(key) : undefined;
	const own = { key, run: { ...run, event }, trace };
	await passedOn({ identity: creation ?? 'event', appointment: own });
	clock.mockReturnValue(Date.UTC(2026, 5, 10, 10, minute));
	const question = { traces: ['trace', 'part'], since: Date.UTC(2026, 5, 10, 10, 4), creation };
	expect(await passedOn({ caughtUp, questions: [question], appointment: own })).toEqual([]);
	clock.mockRestore();
});

test('questions about many appointments push nothing out of the table', async () => {
	await passedOn({ identity: 'event', appointment });
	// What is recorded is looked for again for a while.
	for (let turn = 0; turn < 500; turn += 1) await nextTurn();
	const traces = ['trace', ...Array.from({ length: 200 }, (_, index) => `other ${index}`)];
	const questions = traces.map((trace) => ({ traces: [trace, `${trace} part`], since: 0 }));
	const [first, ...others] = await answersTo(...questions);
	expect([first?.progress, others]).toEqual(['ended', others.map(() => NONE)]);
	expect(await answersTo(questions[0]!)).toMatchObject([{ progress: 'ended' }]);
});

test('what a question has left in the table is no proof of a run', async () => {
	const removing = jest
		.spyOn(processedData, 'removeProcessed')
		.mockRejectedValue(new Error('Locked'));
	const question = { traces: ['trace'], since, creation: creationIdentity(key) };
	await answersTo(question);
	removing.mockRestore();
	expect(await answersTo(question)).toEqual([NONE]);
});

test('a booking counts as such once the run of its delivery has ended', async () => {
	const creation = creationIdentity(key);
	const question = { traces: [], since, creation };
	await passedOn({ identity: creation, appointment });
	expect(await answersTo(question)).toEqual([{ progress: 'none', isCreated: true }]);
	const { node, workflowData } = stored.installed;
	const context = { workflow: workflowData, node, context: 'node' } as never;
	await processedData.removeProcessed([`${creation} ended`], 'node', context);
	expect(await answersTo(question)).toEqual([{ progress: 'begun', isCreated: false }]);
});

test('a run that has begun and not ended counts as gone after twenty minutes at most', async () => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 5, 10, 10, 5));
	await passedOn({ identity: 'event', appointment });
	const { node, workflowData } = stored.installed;
	const context = { workflow: workflowData, node, context: 'node' } as never;
	const span = Math.floor(Date.now() / 600_000);
	await processedData.removeProcessed([`trace ended ${span}`], 'node', context);
	const question = { traces: ['trace'], since: 0 };
	for (const [minute, progress] of [
		[19, 'begun'],
		[20, 'none'],
	] as const) {
		clock.mockReturnValue(Date.UTC(2026, 5, 10, 10, minute));
		expect(await answersTo(question)).toMatchObject([{ progress }]);
	}
	clock.mockRestore();
});

test('an event runs although n8n cannot read or write what has run', async () => {
	processedData.beforeAccess = () => {
		throw new Error('The database is locked');
	};
	expect(await passedOn({ identity: 'event', appointment })).toHaveLength(1);
	expect(await passedOn({ caughtUp, appointment })).toHaveLength(1);
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
