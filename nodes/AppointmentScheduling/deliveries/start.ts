import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { sameSeen, watchOf, type Watch } from '../watching/watch';
import type { Delivery } from './delivery';
import { claimsOf, type Claims } from './once/claims';
import { memoryOf, type DeliveryMemory } from './once/memory';
import { THIS_PROCESS } from './once/thisProcess';

/** What decides whether a run continues, read once from n8n's context. */
interface Start {
	memory: DeliveryMemory;
	watch: Watch;
	claims(): Claims;
	staticData: IDataObject;
	/** To the process that emitted the item. */
	reply(response: IDataObject): Promise<void>;
	warn(message: string, error: unknown): void;
}

/**
 * Runs as the first node of an execution. It drops copies of deliveries that another process
 * received, and puts the memory into static data, which n8n saves when the execution ends.
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
		warn: (message, error) =>
			context.logger.warn(message, {
				reason: error instanceof Error ? error.message : String(error),
			}),
	};
	const started: INodeExecutionData[] = [];
	for (const [index, item] of items.entries()) {
		const { delivery } = item;
		if (!isObject(delivery) || (await isAdmitted(run, delivery))) {
			started.push(withoutDelivery(item, index));
		}
	}
	return [started];
}

function withoutDelivery(item: INodeExecutionData, index: number): INodeExecutionData {
	const passed: INodeExecutionData = { ...item, pairedItem: { item: index } };
	delete passed.delivery;
	return passed;
}

async function isAdmitted(run: Start, delivery: IDataObject): Promise<boolean> {
	const { memory, staticData } = run;
	const isFirst = await isFirstRun(run, delivery);
	if (typeof delivery.key === 'string') {
		if (delivery.whenFinished !== true) memory.remember(delivery.key);
		staticData.deliveries = memory.persisted;
	}
	if (isFirst) watchRun(run, delivery);
	return isFirst;
}

async function isFirstRun(run: Start, delivery: IDataObject): Promise<boolean> {
	const { memory, staticData, watch } = run;
	memory.adopt(staticData.deliveries);
	if (isObject(delivery.appointment)) watch.adopt(staticData.watched);
	const state = stateIn(delivery);
	const isElsewhere = delivery.process !== THIS_PROCESS;
	if (delivery.caughtUp === true && state) {
		if (isElsewhere) await reply(run);
		if (sameSeen(watch.get(state.key), state.seen)) return false;
	}
	if (delivery.whenFinished === true || !isElsewhere) return true;
	const claim = delivery.claim ?? delivery.key;
	if (typeof claim !== 'string') return true;
	return await mayRun(run, claim, String(delivery.token));
}

/** In queue mode the process that checks does not see what the workers save, so they tell it. */
async function reply({ reply: send, watch, warn }: Start): Promise<void> {
	try {
		await send({ watched: watch.toStored() });
	} catch (error) {
		warn('The known appointments could not be sent to the main process', error);
	}
}

/** n8n saves the state when the run ends. If n8n is killed before that, Catch Up finds the change again. */
function watchRun({ staticData, watch }: Start, delivery: IDataObject): void {
	const state = stateIn(delivery);
	if (!state) return;
	const { key, seen, eventTime } = state;
	// This process may have begun it when it took the delivery in, and know more since.
	const isBegun = delivery.process === THIS_PROCESS && delivery.caughtUp !== true;
	if (!isBegun && !watch.isLate(key, eventTime)) watch.begin(key, seen, eventTime);
	staticData.watched = watch.atEnd(key, seen);
}

function stateIn({ appointment }: IDataObject): Delivery['appointment'] {
	if (!isObject(appointment)) return undefined;
	const { key, start, status, eventTime } = appointment;
	const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
	const seen = { start: numberIn(start), status: String(status) };
	return { key: String(key), seen, eventTime: numberIn(eventTime) };
}

/** If n8n's store fails, the event runs. */
async function mayRun({ claims, warn }: Start, key: string, token: string): Promise<boolean> {
	try {
		return await claims().mayRun(key, token);
	} catch (error) {
		warn('It is unknown whether a delivery is a duplicate, so it runs', error);
		return true;
	}
}
