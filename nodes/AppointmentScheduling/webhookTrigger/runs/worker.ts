import type { IExecuteFunctions } from 'n8n-workflow';

import { warnWith } from '../../n8n/log';
import type { Claims, StateChange } from './claims';
import type { AppointmentState, HandedOver } from './handover';
import { stateEntry } from './identity';
import { stateOf } from './state';

type Ask = <T>(question: (claims: Claims) => Promise<T>, otherwise: T) => Promise<T>;

/**
 * In queue mode: whether no other process has run the event. Processes share n8n's store of processed
 * keys. If it fails, the event runs.
 */
export async function isFirstOnWorker(
	context: IExecuteFunctions,
	handover: HandedOver,
): Promise<boolean> {
	const ask = askStore(context);
	const { appointment } = handover;
	// While copies are compared, a check must not start the same run.
	if (appointment && !handover.caughtUp) {
		const { state } = changeOf(appointment);
		await ask(async (claims) => void (await claims.store.enter([state])), undefined);
	}
	const isFirst = handover.caughtUp
		? await isUnreported(context, handover, ask)
		: await isFirstCopy(handover, ask);
	if (isFirst && appointment) {
		const change = changeOf(appointment);
		await ask(async (claims) => await claims.beginChange(change), undefined);
		const onEnd = async () =>
			await ask(async (claims) => await claims.endChange(change), undefined);
		// Older versions of n8n do not say when a run has ended on a worker.
		if (typeof context.onExecutionFinish === 'function') context.onExecutionFinish(onEnd);
		else await onEnd();
	}
	return isFirst;
}

/** The run has ended, but n8n has not saved that: it was canceled, or a Code node wrote static data. */
export async function recordEnd(
	context: IExecuteFunctions,
	appointment: AppointmentState,
): Promise<void> {
	const change = changeOf(appointment);
	await askStore(context)(async (claims) => {
		await claims.leave(change);
		await claims.endChange(change);
	}, undefined);
}

/** Whether that was recorded. */
export const hasEnded = async (
	context: IExecuteFunctions,
	appointment: AppointmentState,
	token: string,
): Promise<boolean> => {
	const ask = askStore(context);
	const change = changeOf(appointment);
	return (await ask(async (claims) => await claims.progressOf(change, token), 'none')) === 'ended';
};

function askStore(context: IExecuteFunctions): Ask {
	const claims = stateOf(context).claimsWith(context.helpers);
	return async (question, otherwise) =>
		await question(claims).catch((error: unknown) => {
			warnWith(context)(
				'n8n could not read or write which deliveries have run. A duplicate may run',
				error,
			);
			return otherwise;
		});
}

const changeOf = ({ key, seen, former }: AppointmentState): StateChange => ({
	state: stateEntry(key, seen),
	former: former && stateEntry(key, former),
});

const isFirstCopy = async (
	{ whenFinished, identity, token }: HandedOver,
	ask: Ask,
): Promise<boolean> =>
	whenFinished ||
	identity === undefined ||
	(await ask(async (claims) => await claims.mayRun(identity, token), true));

/** Whether no delivery has reported what a check found. The process that checks gets to know it. */
async function isUnreported(
	context: IExecuteFunctions,
	{ identity, appointment, caughtUp, token }: HandedOver,
	ask: Ask,
): Promise<boolean> {
	if (!appointment) return false;
	const change = changeOf(appointment);
	const progress = await ask(async (claims) => await claims.progressOf(change, token), 'none');
	const isInProgress = progress === 'begun' && caughtUp?.isOverdue === false;
	await context.sendResponse({ isInProgress }).catch((error: unknown) => {
		warnWith(context)('The main process could not be told that a run has begun', error);
	});
	if (progress === 'ended') await ask(async (claims) => await claims.leave(change), undefined);
	if (progress === 'ended' || isInProgress) return false;
	if (identity !== undefined) {
		await ask(async (claims) => await claims.recordRun(identity, token), false);
	}
	return true;
}
