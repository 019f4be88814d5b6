import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { comparison } from './comparison';
import { reminders } from './reminders';
import { sample } from './sample';
import { setUp, type Setup } from './setup';
import { stateIn, type Outcome, type PollState } from './state';

/** n8n starts a poll also while one before it is still under way, and both would tell of the same. */
const underWay = new WeakSet<IDataObject>();

/**
 * Looks at the appointments and gives back what is new since the poll before, or null. Nothing
 * is kept when this throws, so that the next poll finds the same again.
 */
export async function poll(
	context: IPollFunctions,
	now = Date.now(),
): Promise<INodeExecutionData[] | null> {
	const setup = await setUp(context, now);
	if (context.getMode() === 'manual') return items(await sample(setup));
	const stored = context.getWorkflowStaticData('node');
	if (underWay.has(stored)) return null;
	underWay.add(stored);
	try {
		const { events, snapshot } = await look(setup, stateIn(stored, setup.choice));
		Object.assign(stored, { choice: setup.choice, polledAt: now, snapshot });
		return items(events);
	} finally {
		underWay.delete(stored);
	}
}

/** One look at the appointments, after the one before. */
export async function look(setup: Setup, before: PollState): Promise<Outcome> {
	return setup.event === 'startsSoon'
		? await reminders(setup, before)
		: await comparison(setup, before);
}

function items(events: IDataObject[]): INodeExecutionData[] | null {
	return events.length === 0 ? null : events.map((json) => ({ json }));
}
