import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { listByStatuses } from '../service/appointments';
import { withinSpan } from '../service/values/span';
import { startingSince } from '../watching/recent';
import { share } from '../watching/shared';
import { warnOnce, withStarts } from '../watching/starts';
import { changes } from './changes';
import { inTurn } from './recentPolls';
import { reminders } from './reminders';
import { matches, setUp, type Setup } from './setup';
import { stateIn, toStored } from './state';

const SAMPLE_SIZE = 3;
const TOO_MANY =
	'There are more than 20,000 appointments. Of those that start last, new ones and changes are not reported. Add filters to this node.';

/** If this throws, nothing is stored, so that the next poll finds the same again. */
export async function poll(context: IPollFunctions): Promise<IDataObject[]> {
	const setup = await setUp(context, Date.now());
	const events =
		context.getMode() === 'manual' ? await sample(setup) : await changesSince(context, setup);
	return withStarts(context, events, setup.zone);
}

async function changesSince(context: IPollFunctions, setup: Setup): Promise<IDataObject[]> {
	const id = JSON.stringify([context.getWorkflow().id, context.getNode().id, setup.choice]);
	const stored = context.getWorkflowStaticData('node');
	// n8n saves the copy of static data that this poll has, with what it knew of other triggers.
	share(context);
	return await inTurn(id, stored, async (newest) => {
		const before = stateIn(newest, setup);
		const find = setup.event === 'startsSoon' ? reminders : changes;
		const outcome = await find(setup, before);
		const state = toStored(setup, before, outcome);
		if (outcome.snapshot.hasDropped) warnOnce(context, 'size', TOO_MANY);
		return { events: outcome.events, state };
	});
}

/** The test event in the editor: upcoming appointments. For reminders, one for each lead time. */
async function sample(setup: Setup): Promise<IDataObject[]> {
	const { client, event, filters, statuses, zone, now, leadTimes } = setup;
	const wanted = withinSpan(filters, now, undefined, zone);
	const { elements: listed } = await listByStatuses(client, wanted, statuses, Infinity);
	const upcoming = startingSince(listed, now, zone).filter((data) => matches(setup, data));
	const shown = upcoming.slice(0, SAMPLE_SIZE);
	const announced = leadTimes.flatMap((leadTime, index) => {
		const data = shown[index % shown.length];
		return data ? [{ event, data, leadTime: leadTime.shown }] : [];
	});
	const changed = shown.map((data) => {
		const { start_date, status } = data;
		return { event, data, ...(event !== 'created' && { previous: { start_date, status } }) };
	});
	return event === 'startsSoon' ? announced : changed;
}
