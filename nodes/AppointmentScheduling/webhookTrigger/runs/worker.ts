import type { IExecuteFunctions } from 'n8n-workflow';

import { warnWith } from '../../n8n/errors';
import type { Run } from '../../watching/known';
import type { Claims, Progress } from './claims';
import type { HandedOver } from './handover';
import { stateOf } from './state';

/** In queue mode: whether no other process has run the event. If n8n's store fails, it runs. */
export async function isFirstOnWorker(
	context: IExecuteFunctions,
	handover: HandedOver,
): Promise<boolean> {
	const { appointment, caughtUp } = handover;
	const isFirst =
		appointment && caughtUp
			? await isUnreported(context, handover, appointment)
			: ((await ask(context, async (claims) => await isFirstCopy(claims, handover))) ?? true);
	if (!isFirst || !appointment) return isFirst;
	const onEnd = async () => await ask(context, async (claims) => await claims.end(appointment));
	// Older versions of n8n do not say when a run has ended on a worker.
	if (typeof context.onExecutionFinish === 'function') context.onExecutionFinish(onEnd);
	else await onEnd();
	return true;
}

export type Reply = {
	/** Of other copies: it begins if there is none, and otherwise ends at the trigger. */
	progress: Progress;
	/** Whether it is on a worker. */
	isElsewhere: boolean;
};

export async function reply(context: IExecuteFunctions, message: Reply): Promise<void> {
	await context.sendResponse(message).catch((error: unknown) => {
		warnWith(context)('The main process could not be told that a run has begun', error);
	});
}

/** Undefined if n8n's store fails. */
export async function ask<T>(
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

async function isFirstCopy(
	claims: Claims,
	{ appointment, whenFinished, identity, token }: HandedOver,
): Promise<boolean> {
	// While copies are compared, a check must not start the same run.
	if (appointment) await claims.begin(appointment);
	const isAnyRun = whenFinished === true || identity === undefined;
	const isFirst = isAnyRun || (await claims.mayRun(identity, token));
	if (isFirst && appointment) await claims.leave(appointment);
	return isFirst;
}

/** Whether no delivery has reported what a check found. The process that checks gets to know it. */
async function isUnreported(
	context: IExecuteFunctions,
	{ identity, caughtUp, token }: HandedOver,
	appointment: Run,
): Promise<boolean> {
	const found = await ask(context, async (claims) => await claims.progressOf(appointment, token));
	const isGone = found === undefined || (found === 'begun' && caughtUp?.isOverdue === true);
	const progress = isGone ? 'none' : found;
	await reply(context, { progress, isElsewhere: true });
	await ask(context, async (claims) => {
		if (progress === 'none') {
			if (identity !== undefined) await claims.recordRun(identity);
			await claims.begin(appointment);
		}
		if (progress !== 'begun') await claims.leave(appointment);
	});
	return progress === 'none';
}
