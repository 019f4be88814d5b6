import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { claimsOf } from './once/claims';
import { memoryOf } from './once/memory';
import { THIS_PROCESS } from './once/thisProcess';

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
	const memory = memoryOf(context.getWorkflow().id, context.getNode().id);
	const kept = context.getWorkflowStaticData('node');
	const key = String(delivery.key);
	memory.adopt(kept.deliveries);
	const isFirst =
		delivery.whenFinished === true ||
		delivery.process === THIS_PROCESS ||
		(await isFirstOfAll(context, key, String(delivery.token)));
	if (delivery.whenFinished !== true) memory.remember(key);
	kept.deliveries = memory.persisted;
	return isFirst;
}

/** A store that fails must not swallow an event. */
async function isFirstOfAll(
	context: IExecuteFunctions,
	key: string,
	token: string,
): Promise<boolean> {
	try {
		const claims = claimsOf(context.getWorkflow().id, context.getNode().id, context.helpers);
		return await claims.mayRun(key, token);
	} catch (error) {
		context.logger.warn('A delivery could not be checked for a redelivery, so it runs', {
			reason: error instanceof Error ? error.message : String(error),
		});
		return true;
	}
}
