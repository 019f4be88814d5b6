import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sameSeen } from '../../watching/snapshot';
import { handoverIn, type HandedOver } from './handover';
import { stateOf } from './state';
import { hasEnded, isFirstOnWorker, recordEnd } from './worker';

/** Runs as the first node of an execution. It drops copies of what has run already. */
export async function start(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const isRun = ['webhook', 'trigger'].includes(context.getMode());
	const started: INodeExecutionData[] = [];
	for (const [index, item] of items.entries()) {
		const handover = isRun ? handoverIn(item) : undefined;
		if (!handover || (await isFirst(context, handover))) started.push(withoutHandover(item, index));
	}
	return [started];
}

function withoutHandover(item: INodeExecutionData, index: number): INodeExecutionData {
	const passed: INodeExecutionData = { ...item, pairedItem: { item: index } };
	delete passed.delivery;
	return passed;
}

const isFirst = async (context: IExecuteFunctions, handover: HandedOver): Promise<boolean> =>
	handover.isElsewhere ? await isFirstOnWorker(context, handover) : isFirstHere(context, handover);

/** In the process that has received the delivery, or has found the difference. */
async function isFirstHere(context: IExecuteFunctions, handover: HandedOver): Promise<boolean> {
	const { identity, whenFinished, caughtUp, appointment, token } = handover;
	const state = stateOf(context);
	const { known, memory } = state;
	state.load(context);
	state.awaited.get(token)?.();
	if (caughtUp && (!appointment || sameSeen(known.get(appointment.key), appointment.seen))) {
		return false;
	}
	// After a start of n8n, what it has saved may be older than what has run.
	if (caughtUp?.isOverdue && appointment && (await hasEnded(context, appointment, token))) {
		known.note(appointment.key, appointment.seen, appointment.at);
		return false;
	}
	if (identity !== undefined && !whenFinished) memory.remember(identity);
	const { key, seen, at } = appointment ?? {};
	const isNew = caughtUp !== undefined && key !== undefined && seen !== undefined;
	const run = isNew ? known.begin(key, seen, at) : state.take(token);
	let isSaved = false;
	const onEnd = () => run && known.end(run);
	state.save(context, () => {
		isSaved = true;
		onEnd();
	});
	// Older versions of n8n only show the end of an execution by saving static data.
	if (typeof context.onExecutionFinish !== 'function') return true;
	context.onExecutionFinish(async () => {
		onEnd();
		if (!isSaved && appointment) await recordEnd(context, appointment);
	});
	return true;
}
