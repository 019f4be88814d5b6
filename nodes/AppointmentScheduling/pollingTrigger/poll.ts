import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { checkArrayFormat } from '../service/arrayFormat';
import { share } from '../watching/shared';
import { IncompleteList } from '../service/lists/collect';
import { withStarts } from '../watching/starts';
import { warnOnceAnHour } from '../watching/warnings';
import { findDue } from './announcements';
import { findChanges } from './changes';
import { unlessBusy } from './recentPolls';
import { readSample } from './sample';
import { setUp, type Setup } from './setup';
import { stateIn, toStored } from './state';

const OPEN =
	'The appointments are not compared, because the list may lack some. The next poll reads it again';

/** n8n uses one context for the publication of a workflow and all polls that follow. */
const published = new WeakSet<IPollFunctions>();

/** If this throws, nothing is stored, so that the next poll finds the same again. */
export async function poll(context: IPollFunctions): Promise<IDataObject[]> {
	const setup = await setUp(context, Date.now());
	const isTest = context.getMode() === 'manual';
	const isPublication = context.getActivationMode() === 'activate' && !published.has(context);
	if (isTest || isPublication) {
		await checkArrayFormat(setup.client, setup.filters);
	}
	const events = isTest
		? [await readSample(context.getNode(), setup)]
		: await eventsSince(context, setup, !isPublication).catch((error: unknown) => {
				if (isPublication || !(error instanceof IncompleteList)) throw error;
				warnOnceAnHour(context, OPEN, error);
				return [];
			});
	return withStarts(context, events, setup.zone);
}

/** What has happened since the previous poll. */
async function eventsSince(
	context: IPollFunctions,
	setup: Setup,
	isContinued: boolean,
): Promise<IDataObject[]> {
	const id = JSON.stringify([context.getWorkflow().id, context.getNode().id, setup.choice]);
	const stored = context.getWorkflowStaticData('node');
	// n8n saves the copy of static data that this poll has, with what it knew of other triggers.
	share(context);
	return await unlessBusy(id, stored, async (newest) => {
		const before = stateIn(newest, setup);
		const isAnnouncing = setup.event === 'startsSoon' || setup.event === 'ended';
		const warn = (text: string, error?: unknown) => warnOnceAnHour(context, text, error);
		const { events, ...found } = isAnnouncing
			? await findDue(setup, before, isContinued, warn)
			: await findChanges(id, setup, before, warn);
		published.add(context);
		return { events, state: toStored(setup, found) };
	});
}
