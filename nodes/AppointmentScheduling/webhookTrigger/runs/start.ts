import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { warnWith, type Warn } from '../../n8n/log';
import { sameSeen, watchOf, type Watch } from '../../watching/watch';
import { handoverIn, noteRunHere, type HandedOver } from './handover';
import { claimsOf, type Claims } from './claims';
import { memoryOf, type DeliveryMemory } from './memory';
import { endOnWorker, isFirstOnWorker, takeOver } from './worker';

/** What decides whether a run continues, read once from n8n's context. */
export interface Start {
	memory: DeliveryMemory;
	watch: Watch;
	claims(): Claims;
	staticData: IDataObject;
	/** To the process that emitted the item. */
	reply(response: IDataObject): Promise<void>;
	warn: Warn;
}

/**
 * Runs as the first node of an execution. It drops copies of what another process has started, and
 * puts the memory into static data, which n8n saves when the execution ends.
 */
export async function start(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (!['webhook', 'trigger'].includes(context.getMode())) return [items.map(withoutDelivery)];
	const [workflowId, nodeId] = [context.getWorkflow().id, context.getNode().id];
	const run: Start = {
		memory: memoryOf(workflowId, nodeId),
		watch: watchOf(workflowId, nodeId),
		claims: () => claimsOf(workflowId, nodeId, context.helpers),
		staticData: context.getWorkflowStaticData('node'),
		reply: async (response) => await context.sendResponse(response),
		warn: warnWith(context),
	};
	const started: INodeExecutionData[] = [];
	for (const [index, item] of items.entries()) {
		const delivery = handoverIn(item);
		if (!delivery || (await isAdmitted(run, delivery))) started.push(withoutDelivery(item, index));
	}
	return [started];
}

function withoutDelivery(item: INodeExecutionData, index: number): INodeExecutionData {
	const passed: INodeExecutionData = { ...item, pairedItem: { item: index } };
	delete passed.delivery;
	return passed;
}

async function isAdmitted(run: Start, delivery: HandedOver): Promise<boolean> {
	const { memory, staticData } = run;
	const { identity, caughtUp, whenFinished } = delivery;
	const isFirst = await isFirstRun(run, delivery);
	if (identity !== undefined) {
		// A later delivery about a state that needed no run is another event.
		if (!whenFinished && (isFirst || !caughtUp)) memory.remember(identity);
		staticData.deliveries = memory.persisted;
	}
	if (isFirst) watchRun(run, delivery);
	return isFirst;
}

async function isFirstRun(run: Start, delivery: HandedOver): Promise<boolean> {
	const { memory, staticData, watch } = run;
	const { appointment, caughtUp, isElsewhere } = delivery;
	if (isElsewhere) takeOver(staticData, delivery);
	else noteRunHere();
	memory.adopt(staticData.deliveries);
	watch.adopt(staticData.watched);
	if (isElsewhere) return await isFirstOnWorker(run, delivery);
	return !caughtUp || !appointment || !sameSeen(watch.get(appointment.key), appointment.seen);
}

/** n8n saves the state when the run ends. If n8n is killed before that, Catch Up finds the change again. */
function watchRun(run: Start, { appointment, isElsewhere, caughtUp }: HandedOver): void {
	if (!appointment) return;
	const { staticData, watch } = run;
	const { key, seen, eventTime } = appointment;
	// This process may have begun it when it took the delivery in, and know more since.
	const isBegun = !isElsewhere && !caughtUp;
	if (!isBegun && !watch.isLate(key, eventTime)) watch.begin(key, seen, eventTime);
	const onEnd = isElsewhere ? () => endOnWorker(run, appointment) : undefined;
	staticData.watched = watch.atEnd(key, seen, onEnd);
}
