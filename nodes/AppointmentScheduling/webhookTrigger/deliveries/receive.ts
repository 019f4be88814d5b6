import { sleep, type IWebhookFunctions, type IWebhookResponseData } from 'n8n-workflow';

import { withHandover } from '../once/handover';
import { noteChange } from './checks/changed';
import { dropDuplicate } from './checks/first';
import { readNotification } from './checks/notification';
import { checkSecret } from './checks/secret';
import { verifyWithApi } from './checks/verify';
import { filterUnwanted } from './checks/wanted';
import { acknowledge, deliveryIn, type Check, type Delivery } from './core/delivery';

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
	let isPassed = false;
	try {
		for (const check of CHECKS) {
			const answer = await check(delivery);
			if ('status' in answer) {
				if (answer === acknowledge) delivery.acknowledgeCopies?.();
				return await delivery.reply.send(answer);
			}
			delivery = answer;
		}
		isPassed = true;
	} finally {
		if (!isPassed) delivery.settle?.(false);
	}
	return await run(delivery);
}

async function run(delivery: Delivery): Promise<IWebhookResponseData> {
	const { settings, notification, identity, appointment, settle, reply } = delivery;
	const { whenFinished } = settings;
	const json = { ...notification };
	if (!settle) return await reply.send(acknowledge, [[{ json }]]);
	void settleOnceStarted(delivery, settle);
	const item = withHandover(json, { identity, whenFinished, appointment });
	return await reply.send(acknowledge, [[item]]);
}

/**
 * n8n responds with 2xx when the run was started or, with When Finished, has succeeded. Until then,
 * nothing is remembered. If the sender disconnects, n8n still responds, and we wait for that. If the
 * sender has its response already, only `execute()` shows that the run was started.
 */
async function settleOnceStarted(
	delivery: Delivery,
	settle: (isStarted: boolean) => void,
): Promise<void> {
	const { context, settings, reply, state } = delivery;
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	const isOver = () => (reply.isSent ? hasBegun(delivery) : response.writableEnded);
	const end = performance.now() + (settings.whenFinished ? LONGEST_RUN_MS : LONGEST_START_MS);
	while (!isOver() && performance.now() < end) await sleep(RESPONSE_CHECK_MS);
	settle(isOver() && response.statusCode < 300);
	state.settled();
}

/** Whether the run has begun, as far as this process can know. */
function hasBegun({ state: { isOwner, book }, appointment }: Delivery): boolean {
	if (!appointment || !isOwner || book.areElsewhere) return true;
	const run = book.get(appointment.key)?.runs.find(({ id }) => id === appointment.run.id);
	return run?.hasBegun ?? true;
}
