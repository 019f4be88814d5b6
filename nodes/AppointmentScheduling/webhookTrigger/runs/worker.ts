import type { IDataObject } from 'n8n-workflow';

import type { AppointmentState, HandedOver } from './handover';
import type { Claims } from './claims';
import { stateChange } from './identity';
import type { Start } from './start';

/** n8n did not provide the static data of this run, and saves what it contains in the end. */
export function takeOver(staticData: IDataObject, { staticData: handedOver }: HandedOver): void {
	if (handedOver && Object.keys(staticData).length === 0) Object.assign(staticData, handedOver);
}

/** In queue mode: whether no other process has run the event. Processes share n8n's store of processed keys. */
export async function isFirstOnWorker(run: Start, delivery: HandedOver): Promise<boolean> {
	return delivery.caughtUp ? await isUnreported(run, delivery) : await isFirstCopy(run, delivery);
}

/** The run about this state of an appointment has ended. */
export function endOnWorker(run: Start, appointment: AppointmentState): void {
	void ask(run, async (claims) => await claims.endChange(stateChange(appointment)), undefined);
}

async function isFirstCopy(run: Start, delivery: HandedOver): Promise<boolean> {
	const { whenFinished, identity, token, appointment } = delivery;
	const mayRun = async (claims: Claims) =>
		whenFinished || identity === undefined || (await claims.mayRun(identity, token));
	const isFirst = await ask(run, mayRun, true);
	if (isFirst && appointment) {
		await ask(run, async (claims) => await claims.beginChange(stateChange(appointment)), undefined);
	}
	return isFirst;
}

/** Whether no delivery has reported what a check found. */
async function isUnreported(run: Start, delivery: HandedOver): Promise<boolean> {
	const { identity, appointment, caughtUp, token } = delivery;
	if (!appointment || identity === undefined) return true;
	const change = stateChange(appointment);
	const hasEnded = run.watch.hasEnded(appointment.key, appointment.seen);
	const progress = hasEnded
		? 'ended'
		: await ask(run, async (claims) => await claims.progressOf(change, token), 'none');
	const isInProgress = progress === 'begun' && caughtUp?.isOverdue === false;
	await reply(run, isInProgress);
	if (progress === 'ended' || isInProgress) return false;
	await ask(
		run,
		async (claims) => {
			await claims.beginChange(change);
			await claims.recordRun(identity, token);
		},
		undefined,
	);
	return true;
}

/** The process that checks does not see what the workers save, so they tell it. */
async function reply({ reply: send, watch, warn }: Start, isInProgress: boolean): Promise<void> {
	try {
		await send({ watched: watch.toStored(), isInProgress });
	} catch (error) {
		warn('The known appointments could not be sent to the main process', error);
	}
}

/** If n8n's store fails, the event runs. */
async function ask<T>(
	{ claims, warn }: Start,
	question: (claims: Claims) => Promise<T>,
	otherwise: T,
): Promise<T> {
	try {
		return await question(claims());
	} catch (error) {
		warn('n8n could not read or write which deliveries have run. A duplicate may run', error);
		return otherwise;
	}
}
