import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import type { Seen } from '../watching/snapshot';
import { sameSeen, watchOf, type Watch } from '../watching/watch';
import { claimsOf, type Claims } from './once/claims';
import { memoryOf, type DeliveryMemory } from './once/memory';
import { THIS_PROCESS } from './once/thisProcess';

/** What decides whether a run continues, read once from n8n's context. */
interface Start {
	memory: DeliveryMemory;
	watch: Watch;
	claims(): Claims;
	staticData: IDataObject;
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
	if (delivery.caughtUp === true && state && sameSeen(watch.get(state.key), state.seen))
		return false;
	if (delivery.whenFinished === true || delivery.process === THIS_PROCESS) return true;
	if (typeof delivery.key !== 'string') return true;
	return await mayRun(run, delivery.key, String(delivery.token));
}

/** n8n saves the state when the run ends. If n8n is killed before that, Catch Up finds the change again. */
function watchRun({ staticData, watch }: Start, delivery: IDataObject): void {
	const state = stateIn(delivery);
	if (!state) return;
	watch.begin(state.key, state.seen);
	staticData.watched = watch.atEnd(state.key, state.seen);
}

function stateIn({ appointment }: IDataObject): { key: string; seen: Seen } | undefined {
	if (!isObject(appointment)) return undefined;
	const { key, start, status } = appointment;
	const seen = { start: typeof start === 'number' ? start : undefined, status: String(status) };
	return { key: String(key), seen };
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
