import { randomUUID } from 'crypto';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../service/values/bodies';
import { secretOf } from '../subscription/urlSecret';
import type { Seen } from '../../watching/snapshot';
import type { Watch } from '../../watching/watch';
import { THIS_PROCESS } from './thisProcess';

/** The state of an appointment in a run. */
export interface AppointmentState {
	key: string;
	seen: Seen;
	/** What was known before. */
	former: Seen | undefined;
	/** ms since the epoch. */
	eventTime: number | undefined;
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
	/** For a worker: n8n 2.40 starts its runs with empty static data and saves that over everything else. */
	staticData: IDataObject | undefined;
}

/** @property token this copy, the same when n8n hands it to another worker */
export type HandedOver = Handover & { token: string; isElsewhere: boolean };

/** In queue mode, a run has begun on a worker by then. */
const LONGEST_START_MS = 20_000;

/** Whether deliveries run in this process, as they do unless n8n is in queue mode. */
let isRunner = false;

export function noteRunHere(): void {
	isRunner = true;
}

/** Forgets the runs that began in another process long ago, which says itself what has ended. */
export function releaseHandedOver(watch: Watch): void {
	if (!isRunner) watch.release(LONGEST_START_MS);
}

/**
 * What static data contains, if a worker may need it. A URL with a secret stays here, because n8n
 * keeps this with the execution until it begins.
 */
export function forWorker(staticData: IDataObject): IDataObject | undefined {
	if (isRunner) return undefined;
	const { webhookKey, webhookUrl, ...others } = staticData;
	const isSecret = secretOf(String(webhookUrl)) !== undefined;
	return isSecret ? others : { ...others, webhookKey, webhookUrl };
}

export function withHandover(json: IDataObject, handover: Handover): INodeExecutionData {
	const { identity, appointment, ...others } = handover;
	const delivery = {
		...others,
		key: identity,
		token: randomUUID(),
		process: THIS_PROCESS,
		appointment: appointment && {
			key: appointment.key,
			...appointment.seen,
			former: appointment.former,
			eventTime: appointment.eventTime,
		},
	};
	return { json, delivery } as unknown as INodeExecutionData;
}

/** Undefined if the item has none, because the event always runs. */
export function handoverIn({ delivery }: INodeExecutionData): HandedOver | undefined {
	if (!isObject(delivery)) return undefined;
	const { key, whenFinished, caughtUp, appointment, staticData, token, process } = delivery;
	const identity = typeof key === 'string' ? key : undefined;
	return {
		identity,
		whenFinished: whenFinished === true,
		caughtUp: isObject(caughtUp) ? { isOverdue: caughtUp.isOverdue === true } : undefined,
		appointment: isObject(appointment) ? stateIn(appointment) : undefined,
		staticData: isObject(staticData) ? staticData : undefined,
		token: String(token),
		isElsewhere: process !== THIS_PROCESS,
	};
}

function stateIn({ key, eventTime, former, ...seen }: IDataObject): AppointmentState {
	return {
		key: String(key),
		seen: seenIn(seen),
		former: isObject(former) ? seenIn(former) : undefined,
		eventTime: numberIn(eventTime),
	};
}

const seenIn = ({ start, status }: IDataObject): Seen => ({
	start: numberIn(start),
	status: String(status),
});

const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined);
