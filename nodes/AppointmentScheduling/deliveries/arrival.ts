import { randomUUID } from 'crypto';
import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { connect } from '../connect';
import { getAppointment } from '../service/appointments';
import { unwrapped } from '../service/bodies';
import { hasStatus, InputError } from '../service/failures';
import { validKey } from '../service/keys';
import { within } from '../service/wait';
import { allWebhooks } from '../service/webhooks';
import { keptBy } from './kept';
import { memoryOf, type DeliveryMemory } from './memory';
import { deliveryKey, MOST_BYTES, readNotification, type Notification } from './notification';
import { triggerSettings, type TriggerSettings } from './settings';
import { ownWebhooks } from './subscription';
import { THIS_PROCESS } from './thisProcess';
import { isSecret, secretOf } from './urlSecret';
import { passes } from './wanted';

/** The same words for every delivery that is taken in, so that they tell nothing of what is known. */
const RECEIVED = { message: 'Received' };
const LONGEST_WAIT_MS = 60_000;
const LONGEST_RUN_MS = 6 * 3_600_000;
const ANSWER_LOOK_MS = 50;
const REFETCH = { timeout: 10_000, maxRetries: 1 };

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

/** The run's item, with the appointment as the API itself tells it where that is asked for. */
async function verified(
	context: IWebhookFunctions,
	{ verify, filter }: TriggerSettings,
	notification: Notification,
): Promise<IWebhookResponseData> {
	if (!verify) return run(notification);
	const key = notification.data.appointment_key;
	if (typeof key !== 'string') return answer(context, 400, 'data.appointment_key is not a key');
	const data = await refetched(context, key);
	if (data === 'unknown') return answer(context, 400, 'The appointment is not known');
	if (data === 'unreachable') return answer(context, 503, 'Not verified, send this again');
	return passes(data, filter) ? run({ ...notification, data }) : withoutRun();
}

async function refetched(
	context: IWebhookFunctions,
	key: string,
): Promise<IDataObject | 'unknown' | 'unreachable'> {
	try {
		const client = await connect(context, REFETCH);
		const appointment = unwrapped(await getAppointment(client, validKey(key, 'appointment_key')));
		const { appointment_key: known = key } = appointment;
		return known === key ? appointment : 'unknown';
	} catch (error) {
		if (error instanceof InputError || hasStatus(error, 400, 404, 410, 422)) return 'unknown';
		context.logger.warn('A delivery could not be verified with the API', {
			reason: error instanceof Error ? error.message : String(error),
		});
		return 'unreachable';
	}
}

/** Undefined when the secret itself is unknown for now. */
async function knowsSecret(context: IWebhookFunctions): Promise<boolean | undefined> {
	const { secret: given } = context.getQueryData() as { secret?: unknown };
	const secret = keptBy(context).secret ?? (await registeredSecret(context));
	return secret === undefined ? undefined : isSecret(given, secret);
}

/** An execution that began before the secret was made may have written the static data since. */
async function registeredSecret(context: IWebhookFunctions): Promise<string | undefined> {
	const address = context.getNodeWebhookUrl('default') ?? '';
	try {
		const webhooks = await allWebhooks(await connect(context, REFETCH));
		return ownWebhooks(webhooks, address, {})
			.map(({ url }) => secretOf(url))
			.find(Boolean);
	} catch (error) {
		context.logger.warn('The secret of the callback URL is not known', {
			reason: error instanceof Error ? error.message : String(error),
		});
		return undefined;
	}
}

function sizeOf(context: IWebhookFunctions): number {
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	return rawBody?.length ?? Number(context.getHeaderData()['content-length'] ?? 0);
}

/** n8n parses JSON that is declared as such; what is sent without a type, or as text, is tried here. */
function bodyOf(context: IWebhookFunctions): unknown {
	const body: unknown = context.getBodyData();
	const { rawBody } = context.getRequestObject() as { rawBody?: Buffer };
	const isParsed = body !== null && typeof body === 'object' && Object.keys(body).length > 0;
	if (isParsed || !rawBody?.length) return body;
	try {
		return JSON.parse(rawBody.toString('utf8'));
	} catch {
		return undefined;
	}
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}

const withoutRun = (): IWebhookResponseData => ({ webhookResponse: RECEIVED });

const run = ({ event, timestamp, data }: Notification): IWebhookResponseData => ({
	workflowData: [[{ json: { event, timestamp, data } }]],
	webhookResponse: RECEIVED,
});
