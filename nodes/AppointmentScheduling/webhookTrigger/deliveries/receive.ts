import {
	sleep,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { withHandover } from '../runs/handover';
import { isChange } from './checks/changed';
import { isFirst } from './checks/first';
import { isReadable } from './checks/readable';
import { hasSecret } from './checks/secret';
import { isVerified } from './checks/verified';
import { isOfUse } from './checks/wanted';
import { deliveryIn, type Delivery } from './delivery';
import type { Check, Verdict } from './verdict';

/**
 * The checks of a delivery, in order. If we cannot tell whether an event is new, it runs. If we
 * cannot check right now, we respond with 503 and the service retries.
 */
const CHECKS: Check[] = [hasSecret, isReadable, isOfUse, isFirst, isVerified, isChange];

/** The same for every event, so that a sender learns nothing about appointments. */
const RECEIVED = { message: 'Received' };
/** How long n8n may take to start a run, and to finish one. */
const LONGEST_START_MS = 60_000;
const LONGEST_RUN_MS = 6 * 3_600_000;
const RESPONSE_CHECK_MS = 50;

/** Receives a delivery and responds to it. */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let delivery = deliveryIn(context);
	let isRun = false;
	try {
		for (const check of CHECKS) {
			const answer = await check(delivery);
			if ('verdict' in answer) return respond(context, answer);
			delivery = answer;
		}
		isRun = true;
	} finally {
		if (!isRun) delivery.settle?.(false);
	}
	return run(delivery);
}

function respond(context: IWebhookFunctions, verdict: Verdict): IWebhookResponseData {
	if (verdict.verdict === 'acknowledge') return { webhookResponse: RECEIVED };
	context.getResponseObject().status(verdict.status).json({ message: verdict.message });
	return { noWebhookResponse: true };
}

function run(delivery: Delivery): IWebhookResponseData {
	const { context, settings, settle } = delivery;
	if (settle) {
		settleWithResponse(context, settle, settings.whenFinished ? LONGEST_RUN_MS : LONGEST_START_MS);
	}
	return { workflowData: [[itemOf(delivery)]], webhookResponse: RECEIVED };
}

/** What starts the run, with what `execute()` has to know. */
function itemOf(delivery: Delivery): INodeExecutionData {
	const { notification, identity, appointment, settle, settings } = delivery;
	const json = { ...notification };
	if (!settle) return { json };
	return withHandover(json, { identity, whenFinished: settings.whenFinished, appointment });
}

/**
 * n8n responds with 2xx when the run was started or, with When Finished, has succeeded. Until then,
 * nothing is remembered. If the sender disconnects, n8n still responds, and we wait for that.
 */
function settleWithResponse(
	context: IWebhookFunctions,
	settle: (isStarted: boolean) => void,
	longestMs: number,
): void {
	const response = context.getResponseObject();
	const settleOnceEnded = async () => {
		const end = performance.now() + longestMs;
		while (!response.writableEnded && performance.now() < end) await sleep(RESPONSE_CHECK_MS);
		const { statusCode, writableEnded } = response;
		settle(writableEnded && statusCode < 300);
	};
	if (response.closed) void settleOnceEnded();
	else response.once('close', () => void settleOnceEnded());
}
