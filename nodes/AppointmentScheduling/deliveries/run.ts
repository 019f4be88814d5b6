import { randomUUID } from 'crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../service/bodies';
import { claimStoreOf } from './claimStore';
import { mayRun } from './claims';
import { memoryOf, type DeliveryMemory } from './memory';

/** Tells whether a delivery was taken in by the process that runs it; in queue mode it was not. */
export const PROCESS = randomUUID();

/**
 * Starts the runs of deliveries: the last place where a copy of a delivery is found to be one,
 * when it was taken in by another process, and the first from which n8n saves what is remembered.
 */
export async function start(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const started: INodeExecutionData[] = [];
	for (const [index, { delivery, ...item }] of items.entries()) {
		const isFirst =
			!isObject(delivery) || context.getMode() !== 'webhook' || (await admit(context, delivery));
		if (isFirst) started.push({ ...item, pairedItem: { item: index } });
	}
	return [started];
}

async function admit(context: IExecuteFunctions, delivery: IDataObject): Promise<boolean> {
	const workflowId = context.getWorkflow().id;
	const node = context.getNode();
	const memory = memoryOf(workflowId, node.id);
	const kept = context.getWorkflowStaticData('node');
	const key = String(delivery.key);
	memory.adopt(kept.deliveries);
	if (delivery.whenFinished === true) {
		memory.adopt(delivery.finished);
	} else {
		if (
			delivery.process !== PROCESS &&
			!(await isFirstOfAll(context, memory, key, String(delivery.token)))
		) {
			return false;
		}
		memory.remember(key);
	}
	kept.deliveries = memory.persisted;
	return true;
}

/** A store that fails must not swallow an event. */
async function isFirstOfAll(
	context: IExecuteFunctions,
	memory: DeliveryMemory,
	key: string,
	token: string,
): Promise<boolean> {
	try {
		const store = claimStoreOf(context.getWorkflow().id, context.getNode().id, context.helpers);
		return await mayRun(store, key, token);
	} catch (error) {
		context.logger.warn('A delivery could not be checked for a redelivery, so it runs', {
			reason: error instanceof Error ? error.message : String(error),
			remembered: memory.persisted.length,
		});
		return true;
	}
}
