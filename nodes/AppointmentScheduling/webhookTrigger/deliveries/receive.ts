import {
	sleep,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { withHandover } from '../runs/handover';
import { noteChange } from './checks/changed';
import { dropDuplicate } from './checks/first';
import { readNotification } from './checks/notification';
import { checkSecret } from './checks/secret';
import { verifyWithApi } from './checks/verify';
import { filterUnwanted } from './checks/wanted';
import { deliveryIn, type Check, type Delivery } from './delivery';

/**
 * The checks of a delivery, in order. If we cannot tell whether an event is new, it runs. If we
 * cannot check right now, we respond with 503 and the service retries.
 */
const CHECKS: Check[] = [
	checkSecret,
	readNotification,
	filterUnwanted,
	dropDuplicate,
	verifyWithApi,
	noteChange,
];

/** How long n8n may take to start a run, and to finish one. */
const LONGEST_START_MS = 60_000;
const LONGEST_RUN_MS = 6 * 3_600_000;
const RESPONSE_CHECK_MS = 50;

export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let delivery = deliveryIn(context);
	let isRun = false;
	try {
		for (const check of CHECKS) {
			const answer = await check(delivery);
			if ('status' in answer) return await delivery.reply.refuse(answer);
			delivery = answer;
		}
		isRun = true;
	} finally {
		if (!isRun) delivery.settle?.(false);
	}
	return run(delivery);
}

function run(delivery: Delivery): IWebhookResponseData {
	const { context, settings, notification, identity, appointment, settle, reply } = delivery;
	const { whenFinished } = settings;
	let item: INodeExecutionData = { json: { ...notification } };
	if (settle) {
		const longestMs = whenFinished ? LONGEST_RUN_MS : LONGEST_START_MS;
		void settleWithResponse(context, settle, longestMs);
		item = withHandover(item.json, { identity, whenFinished, appointment });
	}
	return { workflowData: [[item]], ...reply.accept() };
}

/**
 * n8n responds with 2xx when the run was started or, with When Finished, has succeeded. Until then,
 * nothing is remembered. If the sender disconnects, n8n still responds, and we wait for that.
 */
async function settleWithResponse(
	context: IWebhookFunctions,
	settle: (isStarted: boolean) => void,
	longestMs: number,
): Promise<void> {
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	const end = performance.now() + longestMs;
	while (!response.writableEnded && performance.now() < end) await sleep(RESPONSE_CHECK_MS);
	settle(response.writableEnded && response.statusCode < 300);
}
