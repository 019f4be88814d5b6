import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import type { Key } from '../../service/values/keys';
import type { Run } from '../../watching/former/row';

/** In queue mode, one process receives a delivery and another one runs it. */
const THIS_PROCESS = randomUUID();

/** How a check finds out whether what it has found has run elsewhere. */
export interface Question {
	/** See `tracesOf`. */
	traces: string[];
	/** Since when they may have been left, in ms of n8n's clock. */
	since: number;
	/** If the appointment is new: identifies its creation, which may have run with another state. */
	creation?: string;
}

/** What `webhook()` or a check passes to `execute()`, which n8n may run in another process. */
export interface Handover {
	/** Identifies the event. If undefined, every copy runs. */
	identity?: string;
	/** Whether the response waits for the end of the run. */
	whenFinished?: boolean;
	/** Whether a check has found it. */
	caughtUp?: boolean;
	/** If it is watched: the run in the book, and the trace that it leaves. */
	appointment?: { key: Key; run: Run; trace?: string };
	/** Of a check: about what it has found. A worker answers them first. */
	questions?: Question[];
	/** Whether a worker only answers. */
	isInquiry?: boolean;
}

export type HandedOver = Handover & { isElsewhere: boolean };

export function withHandover(json: IDataObject, handover: Handover): INodeExecutionData {
	const delivery = { ...handover, process: THIS_PROCESS };
	return { json, delivery } as unknown as INodeExecutionData;
}

/** Undefined if the item has none, because the event always runs. */
export function handoverIn({ delivery }: INodeExecutionData): HandedOver | undefined {
	if (!isObject(delivery)) return undefined;
	const { process, ...handover } = delivery;
	return { ...(handover as Handover), isElsewhere: process !== THIS_PROCESS };
}
