import type { INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { keepLatest, registry } from '../../concurrency/registry';
import { within } from '../../concurrency/wait';
import { FOREVER } from '../../service/values/dates';
import { objectOf, textIn } from '../../service/values/objects';
import { identityOf } from './identity';
import { jsonOf, type Notification } from './notification';

/** How many notifications of a trigger a process remembers. */
const MOST_REMEMBERED = 10_000;
/** The service gets a response within this time, so that it does not time out. */
const LONGEST_WAIT_MS = 10_000;

/** What this process knows about the notifications of a trigger: by the ids of its workflow and node. */
export const memoryOf = registry(() => ({
	/** Those that have run, by slot. Moments are in ms of a monotonic clock. */
	known: new Map<string, { digest: string; until: number }>(),
	/** By digest, whether n8n starts their execution. */
	starting: new Map<string, Promise<boolean>>(),
}));

/**
 * Each Notification: the items of the execution. Undefined if it is a duplicate, and `busy` if the
 * first copy still starts after ten seconds, or has failed.
 */
export async function notify(
	context: IWebhookFunctions,
	notification: Notification,
): Promise<INodeExecutionData[] | 'busy' | undefined> {
	const { slot, digest, lasts } = identityOf(notification);
	const { known, starting } = memoryOf(context.getWorkflow().id, context.getNode().id);
	const before = known.get(slot);
	if (before?.digest === digest && performance.now() < before.until) return undefined;
	const first = starting.get(digest);
	if (first) return (await inTime(first)) ? undefined : 'busy';
	const end = (hasStarted: boolean): boolean => {
		starting.delete(digest);
		const until = performance.now() + lasts;
		if (hasStarted) keepLatest(known, slot, { digest, until }, MOST_REMEMBERED);
		return hasStarted;
	};
	starting.set(digest, startOf(context).then(end));
	const item = { json: jsonOf(notification) };
	return [lasts === FOREVER ? withIdentity(item, digest) : item];
}

/** Whether n8n responds with 2xx, which it does when the execution has started. */
async function startOf(context: IWebhookFunctions): Promise<boolean> {
	const response = context.getResponseObject();
	if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
	return response.writableEnded && response.statusCode < 300;
}

const inTime = async (started: Promise<boolean>): Promise<boolean> =>
	await within(started, AbortSignal.timeout(LONGEST_WAIT_MS)).catch(() => false);

/** For `execute()`, which n8n may call in another process. */
const withIdentity = (item: INodeExecutionData, identity: string): INodeExecutionData =>
	({ ...item, notification: { identity } }) as INodeExecutionData;

export const identityIn = ({ notification }: INodeExecutionData): string | undefined =>
	textIn(objectOf(notification).identity);
