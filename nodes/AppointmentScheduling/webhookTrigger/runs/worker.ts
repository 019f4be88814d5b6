import type { IExecuteFunctions } from 'n8n-workflow';

import { warnWith } from '../../n8n/log';
import type { Run } from '../../watching/known';
import type { Claims, StateChange } from './claims';
import type { HandedOver } from './handover';
import { stateEntry } from './identity';
import { stateOf } from './state';

/**
 * In queue mode: whether no other process has run the event. Processes share n8n's store of processed
 * keys. If it fails, the event runs.
 */
export async function isFirstOnWorker(
	context: IExecuteFunctions,
	handover: HandedOver,
): Promise<boolean> {
	const { appointment, caughtUp } = handover;
	const change = appointment && changeOf(appointment);
	// While copies are compared, a check must not start the same run.
	if (change && !caughtUp) await ask(context, async (claims) => await claims.begin(change));
	const isFirst =
		change && caughtUp
			? await isUnreported(context, handover, change)
			: await isFirstCopy(context, handover);
	if (!isFirst || !change) return isFirst;
	await ask(context, async (claims) => await claims.leave(change));
	const onEnd = async () => await ask(context, async (claims) => await claims.end(change));
	// Older versions of n8n do not say when a run has ended on a worker.
	if (typeof context.onExecutionFinish === 'function') context.onExecutionFinish(onEnd);
	else await onEnd();
	return true;
}

/** The run has ended, but n8n has not saved that: it was canceled, or a Code node wrote static data. */
export async function recordEnd(context: IExecuteFunctions, appointment: Run): Promise<void> {
	const change = changeOf(appointment);
	await ask(context, async (claims) => {
		await claims.leave(change);
		await claims.end(change);
	});
}

/** Whether that was recorded. */
export const hasEnded = async (
	context: IExecuteFunctions,
	appointment: Run,
	token: string,
): Promise<boolean> => {
	const change = changeOf(appointment);
	const progress = await ask(context, async (claims) => await claims.progressOf(change, token));
	return progress === 'ended';
};

/** Tells the check that its run begins and, on a worker, whether another one is running it. */
export async function reply(
	context: IExecuteFunctions,
	message: { isInProgress?: boolean },
): Promise<void> {
	await context.sendResponse(message).catch((error: unknown) => {
		warnWith(context)('The main process could not be told that a run has begun', error);
	});
}

/** Undefined if n8n's store fails. */
async function ask<T>(
	context: IExecuteFunctions,
	question: (claims: Claims) => Promise<T>,
): Promise<T | undefined> {
	try {
		return await question(stateOf(context).claimsWith(context.helpers));
	} catch (error) {
		const problem = 'n8n could not read or write which deliveries have run. A duplicate may run';
		warnWith(context)(problem, error);
		return undefined;
	}
}

const changeOf = ({ key, seen, former }: Run): StateChange => ({
	state: stateEntry(key, seen),
	former: former && stateEntry(key, former),
});

const isFirstCopy = async (
	context: IExecuteFunctions,
	{ whenFinished, identity, token }: HandedOver,
): Promise<boolean> =>
	whenFinished === true ||
	identity === undefined ||
	((await ask(context, async (claims) => await claims.mayRun(identity, token))) ?? true);

/** Whether no delivery has reported what a check found. The process that checks gets to know it. */
async function isUnreported(
	context: IExecuteFunctions,
	{ identity, caughtUp, token }: HandedOver,
	change: StateChange,
): Promise<boolean> {
	const progress = await ask(context, async (claims) => await claims.progressOf(change, token));
	const isInProgress = progress === 'begun' && caughtUp?.isOverdue === false;
	await reply(context, { isInProgress });
	if (progress === 'ended') await ask(context, async (claims) => await claims.leave(change));
	if (progress === 'ended' || isInProgress) return false;
	if (identity !== undefined) {
		await ask(context, async (claims) => await claims.recordRun(identity, token));
	}
	await ask(context, async (claims) => await claims.begin(change));
	return true;
}
