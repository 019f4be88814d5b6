import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../service/errors';
import { withReadable } from '../watching/item';
import { isNewThisHour, warnOnceAnHour } from '../watching/warnings';
import { findChanges } from './changes';
import { findDue } from './due';
import { recentPolls, unlessBusy } from './recentPolls';
import { readSample } from './sample';
import { setUp, type Setup } from './setup';
import type { PollState } from './state';

const NO_TURN = 'The quota of requests leaves no room for the first poll. It is made up later';
const AGAIN = 'The next poll reads it again';

/**
 * n8n has one context for the publication of a workflow and all polls that follow. By context,
 * whether one of them has worked.
 */
const contexts = new WeakMap<IPollFunctions, boolean>();
/** Whether n8n does so. Its durable scheduler makes a context for each poll. */
let keepsContexts = false;

/** If this throws, the next poll finds the same again. */
export async function poll(context: IPollFunctions): Promise<IDataObject[]> {
	const isTest = context.getMode() === 'manual';
	const isFirst = !isTest && isPublication(context);
	// Older n8n has no budget for polls.
	const budget = (context as Partial<IPollFunctions>).getPollBudgetMs?.();
	const end = budget === undefined ? undefined : AbortSignal.timeout(budget);
	const longestWait = isFirst ? 0 : budget;
	const setup = await setUp(context, {
		isUrgent: isTest,
		...(longestWait !== undefined && { longestWait }),
		signal: end,
	});
	const events = isTest
		? [await readSample(context.getNode(), setup)]
		: await eventsSince(context, setup, isFirst).catch((error: unknown) => {
				if (isFirst && hasStatus(error, 429)) {
					warnOnceAnHour(context, NO_TURN);
					return [];
				}
				throw end?.aborted ? tooSlow(error, budget) : error;
			});
	return events.map(({ event, data, ...more }) => ({
		...withReadable({ event, data }, setup.zone),
		...more,
	}));
}

/** What has happened since the previous poll. @throws once an hour if appointments may be missing */
async function eventsSince(
	context: IPollFunctions,
	setup: Setup,
	isFirst: boolean,
): Promise<IDataObject[]> {
	const { event } = setup;
	const recent = recentPolls(context.getWorkflow().id, context.getNode().id, event);
	const isContinued = context.getActivationMode() !== 'activate' || contexts.get(context) === true;
	const staticData = context.getWorkflowStaticData('node');
	const outcome = await unlessBusy(recent, staticData, keepsContexts, async (newest) => {
		const before = newest.event === event ? (newest as PollState) : undefined;
		return event === 'startsSoon' || event === 'ended'
			? await findDue(setup, before, isContinued)
			: await findChanges(setup, before, recent, (text) => warnOnceAnHour(context, text));
	});
	if (!outcome) return [];
	contexts.set(context, true);
	const { events, problem } = outcome;
	if (problem === undefined) return events;
	// Events come first, and a publication does not wait.
	if (isFirst || events.length > 0) warnOnceAnHour(context, problem);
	else if (isNewThisHour(context, event)) throw new ServiceError(problem, AGAIN);
	return events;
}

/** Whether n8n waits for this poll to publish the workflow, or a new version of it. */
function isPublication(context: IPollFunctions): boolean {
	const isNew = !contexts.has(context);
	if (isNew) contexts.set(context, false);
	else keepsContexts = true;
	return isNew && (keepsContexts || context.getActivationMode() !== 'update');
}

/** The time is over, whatever was waited for. */
function tooSlow(error: unknown, budget = 0): unknown {
	if (!(error instanceof ServiceError)) return error;
	const seconds = Math.round(budget / 1_000);
	return new ServiceError(
		`The appointments could not be read within ${seconds} s, the time that n8n gives a poll`,
		'Add filters, let fewer workflows poll, or poll less often',
		error.details,
	);
}
