import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../service/errors';
import { registry } from '../service/keepLatest';
import { HOUR_MS, NEVER } from '../service/values/dates';
import { withReadable } from '../watching/item';
import { warnOnceAnHour } from '../watching/warnings';
import { findChanges } from './changes';
import { findDue } from './due';
import { unlessBusy } from './recentPolls';
import { readSample } from './sample';
import { setUp, type Setup } from './setup';
import { stateIn, toStored, type PollState } from './state';

const NO_TURN = 'The quota of requests leaves no room for the first poll. It is made up later';

/** n8n has one context for the publication of a workflow and all polls that follow. */
const polled = new WeakSet<IPollFunctions>();
/** Those whose first poll has worked. */
const begun = new WeakSet<IPollFunctions>();
/** Whether n8n does so. Its durable scheduler makes a context for each poll. */
let keepsContexts = false;

/** If this throws, the next poll finds the same again. */
export async function poll(context: IPollFunctions): Promise<IDataObject[]> {
	const isTest = context.getMode() === 'manual';
	const isFirst = !isTest && isPublication(context);
	polled.add(context);
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
				if (isFirst && hasStatus(error, 429)) return noted(context, NO_TURN);
				throw end?.aborted ? tooSlow(error, budget) : error;
			});
	return events.map((event) => withReadable(context, event, setup.zone));
}

/** What has happened since the previous poll. @throws once an hour if appointments may be missing */
async function eventsSince(
	context: IPollFunctions,
	setup: Setup,
	isFirst: boolean,
): Promise<IDataObject[]> {
	const { event } = setup;
	const id = JSON.stringify([context.getWorkflow().id, context.getNode().id, event]);
	const isContinued = context.getActivationMode() !== 'activate' || begun.has(context);
	const stored = context.getWorkflowStaticData('node');
	const find = async (before: PollState | undefined) =>
		event === 'startsSoon' || event === 'ended'
			? await findDue(setup, before, isContinued)
			: await findChanges(id, setup, before, (text) => warnOnceAnHour(context, text));
	const outcome = await unlessBusy(id, stored, keepsContexts, async (newest) => {
		const found = await find(stateIn(newest, event));
		return { ...found, state: toStored(found.state) };
	});
	if (!outcome) return [];
	begun.add(context);
	const { events, problem } = outcome;
	if (problem === undefined || events.length > 0) return events;
	if (isFirst) return noted(context, problem.summary);
	throwOnceAnHour(id, problem);
	return [];
}

/** Whether n8n waits for this poll to publish the workflow, or a new version of it. */
function isPublication(context: IPollFunctions): boolean {
	if (polled.has(context)) keepsContexts = true;
	else return keepsContexts || context.getActivationMode() !== 'update';
	return false;
}

const thrown = registry(() => ({ at: NEVER }));

function throwOnceAnHour(id: string, problem: ServiceError): void {
	const last = thrown(id, problem.summary);
	if (performance.now() - last.at < HOUR_MS) return;
	last.at = performance.now();
	throw problem;
}

function noted(context: IPollFunctions, problem: string): IDataObject[] {
	warnOnceAnHour(context, problem);
	return [];
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
