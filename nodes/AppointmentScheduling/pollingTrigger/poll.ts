import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { appointmentList } from '../service/appointments';
import { checkArrayFormat } from '../service/lists/arrayFormat';
import { share } from '../watching/shared';
import { warnOnce, withStarts } from '../watching/starts';
import { changes } from './changes';
import { moments } from './moments';
import { inTurn } from './recentPolls';
import { sample } from './sample';
import { setUp, type Setup } from './setup';
import { stateIn, toStored } from './state';

const TOO_MANY =
	'There are more than 20,000 appointments. Of those that start last, new ones and changes are not reported. Add filters to this node.';

/** If this throws, nothing is stored, so that the next poll finds the same again. */
export async function poll(context: IPollFunctions): Promise<IDataObject[]> {
	const setup = await setUp(context, Date.now());
	const isTest = context.getMode() === 'manual';
	const isPublication = context.getActivationMode() === 'activate' && !published.has(context);
	if (isTest || isPublication) {
		await checkArrayFormat(setup.client, appointmentList(setup.filters));
	}
	const events = isTest ? await sample(setup) : await eventsSince(context, setup);
	return withStarts(context, events, setup.zone);
}

/** n8n uses one context for the publication of a workflow and all polls that follow. */
const published = new WeakSet<IPollFunctions>();

/** What has happened since the previous poll. */
async function eventsSince(context: IPollFunctions, setup: Setup): Promise<IDataObject[]> {
	const id = JSON.stringify([context.getWorkflow().id, context.getNode().id, setup.choice]);
	const stored = context.getWorkflowStaticData('node');
	// n8n saves the copy of static data that this poll has, with what it knew of other triggers.
	share(context);
	return await inTurn(id, stored, async (newest) => {
		const before = await stateIn(newest, setup);
		const isContinued = published.has(context) || context.getActivationMode() !== 'activate';
		const outcome =
			setup.event === 'startsSoon' || setup.event === 'ended'
				? await moments(setup, before, isContinued)
				: await changes(id, setup, before);
		const state = toStored(setup, before, outcome);
		if (outcome.book.header.knownUpTo !== undefined) warnOnce(context, 'size', TOO_MANY);
		published.add(context);
		return { events: outcome.events, state };
	});
}
