import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { claimsOf, type Claims } from './once/claims';
import { memoryOf, type DeliveryMemory } from './once/memory';
import { THIS_PROCESS } from './once/thisProcess';

/** What decides whether a run goes on, read once from n8n's context. */
interface Start {
	memory: DeliveryMemory;
	claims(): Claims;
	staticData: IDataObject;
	warn(message: string, error: unknown): void;
}

/**
 * The first node of a run. Here we drop a copy of a delivery that another process received, and
 * give n8n what is remembered: it saves that when the run ends.
 */
export async function start(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	if (context.getMode() !== 'webhook') return [items.map(withoutDelivery)];
	const [workflowId, nodeId] = [context.getWorkflow().id, context.getNode().id];
	const run: Start = {
		memory: memoryOf(workflowId, nodeId),
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
	const key = String(delivery.key);
	memory.adopt(staticData.deliveries);
	const isKnownFirst = delivery.whenFinished === true || delivery.process === THIS_PROCESS;
	const isFirst = isKnownFirst || (await mayRun(run, key, String(delivery.token)));
	if (delivery.whenFinished !== true) memory.remember(key);
	staticData.deliveries = memory.persisted;
	return isFirst;
}

/** If n8n's store fails, the event runs. */
async function mayRun({ claims, warn }: Start, key: string, token: string): Promise<boolean> {
	try {
		return await claims().mayRun(key, token);
	} catch (error) {
		warn('A delivery could not be checked for a redelivery, so it runs', error);
		return true;
	}
}
