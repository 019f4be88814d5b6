import { randomUUID } from 'crypto';
import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { within } from '../service/http/wait';
import { answer, withoutRun } from './responses';
import { bodyOf, sizeOf } from './body';
import { passes } from '../trigger/filter';
import { memoryOf, type DeliveryMemory } from './once/memory';
import {
	deliveryKey,
	MOST_BYTES,
	readNotification,
	type Notification,
} from './checks/notification';
import { knowsSecret } from './checks/secret';
import { triggerSettings, type TriggerSettings } from '../trigger/settings';
import { THIS_PROCESS } from './once/thisProcess';
import { verified } from './checks/verify';

const LONGEST_WAIT_MS = 60_000;
const LONGEST_RUN_MS = 6 * 3_600_000;
const ANSWER_LOOK_MS = 50;

/**
 * Takes in a delivery: refused with a reason, received without a run, or run. Each step asks one
 * question; whatever can't be told ends in a run, whatever can't be told now in a 503, after
 * which the service delivers again.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const settings = triggerSettings(context);
	if (settings.urlSecret) {
		const verdict = await knowsSecret(context);
		if (verdict === undefined) return answer(context, 503, 'Not ready, send this again');
		if (!verdict) return answer(context, 404, 'Not found');
	}
	if (sizeOf(context) > MOST_BYTES) return answer(context, 413, 'The body is too large');
	const { notification, reason } = readNotification(bodyOf(context));
	if (!notification) return answer(context, 400, reason);
	if (!settings.events.includes(notification.event)) return withoutRun();
	if (!settings.verify && !passes(notification.data, settings.filter)) return withoutRun();
	if (!settings.deduplicate || context.getMode() === 'manual') {
		return await verified(context, settings, notification);
	}
	return await once(context, settings, notification);
}

/** Lets one of several deliveries of the same event through to a run. */
async function once(
	context: IWebhookFunctions,
	settings: TriggerSettings,
	notification: Notification,
): Promise<IWebhookResponseData> {
	const key = deliveryKey(notification);
	if (key === undefined) return await verified(context, settings, notification);
	const memory = memoryOf(context.getWorkflow().id, context.getNode().id);
	memory.adopt(context.getWorkflowStaticData('node').deliveries);
	const duplicate = () => {
		if (settings.whenFinished) giveToN8n(context, memory);
		return withoutRun();
	};
	if (memory.has(key)) return duplicate();
	const outcome = memory.outcomeOf(key);
	if (outcome !== undefined) {
		const isStarted = await within(outcome, LONGEST_WAIT_MS);
		return isStarted ? duplicate() : answer(context, 503, 'Not started, send this again');
	}
	const settle = memory.begin(key);
	const result = await verified(context, settings, notification).catch((error: unknown) => {
		settle(false);
		throw error;
	});
	if (!result.workflowData) {
		settle(false);
		return result;
	}
	settleWithAnswer(context, settle, settings.whenFinished ? LONGEST_RUN_MS : LONGEST_WAIT_MS);
	return stamped(result, key, settings.whenFinished);
}

/**
 * n8n saves static data when a run ends, which is before it is known here that the run ended
 * well; and after an answer without a run, which is the next chance.
 */
function giveToN8n(context: IWebhookFunctions, memory: DeliveryMemory): void {
	if (memory.isGiven) return;
	context.getWorkflowStaticData('node').deliveries = memory.persisted;
	memory.isGiven = true;
}

/**
 * n8n answers 2xx when the run was started, or has ended well: until then nothing is remembered.
 * It answers as well when the sender is gone, which is awaited.
 */
function settleWithAnswer(
	context: IWebhookFunctions,
	settle: (started: boolean) => void,
	longestWait: number,
): void {
	const response = context.getResponseObject();
	const settleOnceEnded = async () => {
		const deadline = Date.now() + longestWait;
		while (!response.writableEnded && Date.now() < deadline) await sleep(ANSWER_LOOK_MS);
		const { statusCode, writableEnded } = response;
		settle(writableEnded && statusCode >= 200 && statusCode < 300);
	};
	if (response.closed) void settleOnceEnded();
	else response.once('close', () => void settleOnceEnded());
}

/** Tells the run which delivery it is, and whether this process has taken it in. */
function stamped(
	result: IWebhookResponseData,
	key: string,
	whenFinished: boolean,
): IWebhookResponseData {
	const delivery: IDataObject = {
		key,
		token: randomUUID(),
		process: THIS_PROCESS,
		whenFinished,
	};
	const workflowData = result.workflowData?.map((items) =>
		items.map((item) => ({ ...item, delivery })),
	);
	return { ...result, workflowData };
}
