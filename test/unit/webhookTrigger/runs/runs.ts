import type { IDataObject } from 'n8n-workflow';

import type { Handover } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover';
import { withHandover } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/handover';
import { stateEntry } from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/identity';
import {
	stateOf,
	type TriggerState,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/state';
import { execute } from '../../support/engine/execution';
import { processedData } from '../../support/engine/processedData';
import type { StoredWorkflow } from '../../support/engine/storedWorkflow';

export const APPOINTMENT = {
	key: 'a',
	seen: { start: 1_800_000_000, status: 'CONFIRMED' },
	former: undefined,
	at: undefined,
};

/** The runs that reach the next node: one or none. `isElsewhere`: a worker has received the item from another process. */
export async function runsOf(
	stored: StoredWorkflow,
	handover: Partial<Handover>,
	isElsewhere = false,
): Promise<number> {
	const item = withHandover(
		{ event: 'appointment.created' },
		{
			identity: undefined,
			whenFinished: false,
			caughtUp: undefined,
			appointment: undefined,
			token: String(Math.random()),
			...handover,
		},
	);
	const delivery = item.delivery as unknown as IDataObject;
	if (isElsewhere) Object.assign(delivery, { process: 'another' });
	const { items, status } = await execute(stored, { id: '1', mode: 'trigger', data: [[item]] });
	expect(status).toBe('success');
	for (const { json, ...rest } of items) {
		expect(json).toEqual({ event: 'appointment.created' });
		expect(rest).not.toHaveProperty('delivery');
	}
	return items.length;
}

/** What this process knows about the trigger. */
export function knownBy(stored: StoredWorkflow): TriggerState {
	const workflow = stored.load();
	const node = workflow.getNode(stored.installed.node.name)!;
	return stateOf({ getWorkflow: () => workflow, getNode: () => node } as never);
}

/** Another process has recorded that a run about the appointment has begun or ended. */
export async function recordElsewhere(stored: StoredWorkflow, isEnded: boolean): Promise<void> {
	const workflow = stored.load();
	const node = workflow.getNode(stored.installed.node.name)!;
	const state = stateEntry(APPOINTMENT.key, APPOINTMENT.seen);
	const entries = isEnded ? [state, `${state} ended`] : [state];
	const context = { workflow: { ...workflow, id: workflow.id, active: true }, node };
	const options = { mode: 'entries', maxEntries: 3_000 } as const;
	await processedData.checkProcessedAndRecord(entries, 'node', context as never, options);
}

/** Every access to n8n's table of processed keys fails. */
export function breakStore(): void {
	processedData.beforeAccess = () => {
		throw new Error('The database is locked');
	};
}
