import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import type { Key } from '../../service/values/keys';
import type { Run } from '../../watching/row';

/** In queue mode, one process receives a delivery and another one runs it. */
const THIS_PROCESS = randomUUID();

/** How runs about a state of an appointment are found in n8n's processed keys. */
export interface Trace {
	/** See `stateIdentity`; the key alone if the state is not whole. */
	name: string;
	/** Since when they may have begun, in ms of n8n's clock. */
	since: number;
}

/** How a check finds out whether what it has found has run elsewhere. */
export interface Question {
	traces: Trace[];
	/** If the appointment is new: identifies its creation, which may have run with another state. */
	creation?: string;
}

/** What `webhook()` or a check passes to `execute()`, which n8n may run in another process. */
export interface Handover {
	/** Identifies the event. If undefined, every copy runs. */
	identity?: string;
	/** Whether the response waits for the end of the run. */
	whenFinished?: boolean;
	/**
	 * Set if a check has found it: how to find out whether it has run, whether a run in progress counts
	 * as gone, and which event it is if the appointment is not new after all.
	 */
	caughtUp?: { question: Question; isOverdue: boolean; otherwise?: string };
	/** If it is watched: the run in the book, and the trace that it leaves. */
	appointment?: { key: Key; run: Run; trace?: string };
	/** Instead of a run: which of these differences have run. */
	questions?: Question[];
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
