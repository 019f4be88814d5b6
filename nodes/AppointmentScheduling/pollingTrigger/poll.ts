import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { changes } from './changes';
import { share } from '../watching/shared';
import { inTurn } from './recentPolls';
import { reminders } from './reminders';
import { sample } from './sample';
import { setUp, type Setup } from './setup';
import { stateIn, toStored } from './state';
import { TOO_MANY } from './warnings';

/**
 * Reads the appointments and returns what is new since the previous poll, or null. If this throws,
 * nothing is stored, so that the next poll finds the same again.
 */
export async function poll(
	context: IPollFunctions,
	now = Date.now(),
): Promise<INodeExecutionData[] | null> {
	const setup = await setUp(context, now);
	if (context.getMode() === 'manual') return items(await sample(setup));
	const id = JSON.stringify([context.getWorkflow().id, context.getNode().id, setup.choice]);
	const stored = context.getWorkflowStaticData('node');
	// n8n saves the copy of static data that this poll has, with what it knew of other triggers.
	share(context);
	return items(await inTurn(id, stored, async (newest) => await pollOnce(setup, newest)));
}

/** One poll. `stored` is the state of the previous one. */
export async function pollOnce(
	setup: Setup,
	stored: IDataObject,
): Promise<{ events: IDataObject[]; state: IDataObject }> {
	const before = stateIn(stored, setup);
	const find = setup.event === 'startsSoon' ? reminders : changes;
	const outcome = await find(setup, before);
	const state = toStored(setup, before, outcome);
	if (outcome.snapshot.hasDropped) setup.warn(TOO_MANY);
	return { events: outcome.events, state };
}

function items(events: IDataObject[]): INodeExecutionData[] | null {
	return events.length === 0 ? null : events.map((json) => ({ json }));
}
