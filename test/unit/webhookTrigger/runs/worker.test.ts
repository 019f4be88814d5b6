import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { AppointmentSchedulingTrigger } from '../../../../nodes/AppointmentScheduling/AppointmentSchedulingTrigger.node';
import {
	withHandover,
	type Handover,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover';
import { stateEntry } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/identity';
import { execute } from '../../support/engine/execution';
import { processedData } from '../../support/engine/processedData';
import { StoredWorkflow } from '../../support/engine/storedWorkflow';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async () => await nextTurn(),
}));

const seen = { start: 1_800_000_000, status: 'CONFIRMED' };
const appointment = { key: 'a', seen, former: undefined };
const overdue = { caughtUp: { isOverdue: true }, appointment };

let stored: StoredWorkflow;

beforeEach(() => {
	processedData.reset();
	stored = new StoredWorkflow(AppointmentSchedulingTrigger);
});

/** How many runs reach the next node. `process`: the one that has received the item. */
async function runsOf(handover: Omit<Handover, 'token'>, process = {}): Promise<number> {
	const item = withHandover({}, handover);
	Object.assign(item.delivery as unknown as IDataObject, process);
	const { items, status } = await execute(stored, { id: '1', mode: 'trigger', data: [[item]] });
	expect(status).toBe('success');
	return items.length;
}

test('what a delivery has run on a worker, a check does not run again', async () => {
	const worker = { process: 'another' };
	expect(await runsOf({ identity: 'event', appointment }, worker)).toBe(1);
	expect(await runsOf(overdue, worker)).toBe(0);
});

describe.each([
	['in the process that has found it', {}],
	['on a worker', { process: 'another' }],
])('%s', (_where, process) => {
	test('an event runs although n8n cannot read or write what has run', async () => {
		processedData.beforeAccess = () => {
			throw new Error('The database is locked');
		};
		expect(await runsOf({ identity: 'event', appointment }, process)).toBe(1);
		stored = new StoredWorkflow(AppointmentSchedulingTrigger);
		expect(await runsOf(overdue, process)).toBe(1);
	});

	test('what another worker has begun runs once that worker is regarded as gone', async () => {
		const workflow = stored.load();
		const node = workflow.getNode(stored.installed.node.name)!;
		const context = { workflow: { ...workflow, id: workflow.id, active: true }, node } as never;
		const options = { mode: 'entries', maxEntries: 3_000 } as const;
		const entries = [stateEntry('a', seen)];
		await processedData.checkProcessedAndRecord(entries, 'node', context, options);
		if ('process' in process) {
			expect(await runsOf({ ...overdue, caughtUp: { isOverdue: false } }, process)).toBe(0);
		}
		expect(await runsOf(overdue, process)).toBe(1);
	});
});
