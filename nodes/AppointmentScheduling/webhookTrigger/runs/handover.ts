import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import type { Run } from '../../watching/known';

/** In queue mode, one process receives a delivery and another one runs it. */
const THIS_PROCESS = randomUUID();

/** What `webhook()` or a check tells `execute()`, which n8n may run in another process. */
export interface Handover {
	/** Identifies the event. If undefined, every copy runs. */
	identity?: string;
	/** Whether the response waits for the end of the run. */
	whenFinished?: boolean;
	/** Set if a check has found it: whether a run that has begun about it is regarded as gone. */
	caughtUp?: { isOverdue: boolean };
	/** If it is watched. */
	appointment?: Run;
	/** This copy, the same when n8n hands it to another worker. */
	token: string;
}

export type HandedOver = Handover & { isElsewhere: boolean };

export function withHandover(
	json: IDataObject,
	handover: Omit<Handover, 'token'>,
): INodeExecutionData {
	return {
		json,
		delivery: { ...handover, token: randomUUID(), process: THIS_PROCESS },
	} as unknown as INodeExecutionData;
}

/** Undefined if the item has none, because the event always runs. */
export function handoverIn({ delivery }: INodeExecutionData): HandedOver | undefined {
	if (!isObject(delivery)) return undefined;
	const { process, ...handover } = delivery;
	return { ...(handover as unknown as Handover), isElsewhere: process !== THIS_PROCESS };
}
