import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import type { Seen } from '../../watching/snapshot';

/** In queue mode, one process receives a delivery and another one runs it. */
const THIS_PROCESS = randomUUID();

/** The state of an appointment in a run. */
export interface AppointmentState {
	key: string;
	seen: Seen;
	/** What was known before. */
	former: Seen | undefined;
	/** ms on the service's clock. */
	at: number | undefined;
}

/** What `webhook()` or a check tells `execute()`, which n8n may run in another process. */
export interface Handover {
	/** Identifies the event. If undefined, every copy runs. */
	identity: string | undefined;
	/** Whether the response waits for the end of the run. */
	whenFinished: boolean;
	/** Set if a check has found it: whether a run that has begun about it is regarded as gone. */
	caughtUp: { isOverdue: boolean } | undefined;
	/** If it is watched. */
	appointment: AppointmentState | undefined;
	/** This copy, the same when n8n hands it to another worker. */
	token: string;
}

export type HandedOver = Handover & { isElsewhere: boolean };

export function withHandover(json: IDataObject, handover: Handover): INodeExecutionData {
	return {
		json,
		delivery: { ...handover, process: THIS_PROCESS },
	} as unknown as INodeExecutionData;
}

/** Undefined if the item has none, because the event always runs. */
export function handoverIn({ delivery }: INodeExecutionData): HandedOver | undefined {
	if (!isObject(delivery)) return undefined;
	const { identity, whenFinished, caughtUp, appointment, token, process } = delivery;
	return {
		identity: typeof identity === 'string' ? identity : undefined,
		whenFinished: whenFinished === true,
		caughtUp: isObject(caughtUp) ? { isOverdue: caughtUp.isOverdue === true } : undefined,
		appointment: isObject(appointment) ? stateIn(appointment) : undefined,
		token: String(token),
		isElsewhere: process !== THIS_PROCESS,
	};
}

const stateIn = ({ key, at, former, seen }: IDataObject): AppointmentState => ({
	key: String(key),
	seen: seenIn(seen) ?? { start: undefined, status: '' },
	former: seenIn(former),
	at: numberIn(at),
});

const seenIn = (value: unknown): Seen | undefined =>
	isObject(value) ? { start: numberIn(value.start), status: String(value.status) } : undefined;

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
