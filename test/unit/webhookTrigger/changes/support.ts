import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { watcherOf } from '../../../../nodes/AppointmentScheduling/webhookTrigger/changes/watchers';
import type { Appointment, Service } from '../../../stand-in';
import type { AppointmentStatus as Status } from '../../../../nodes/AppointmentScheduling/service/vocabulary';
import type { TriggerWorkflow } from '../../support';
import { sleep, stopClock, until } from '../../support/clock';
import { CANCELED, CREATED, service, triggerFor, UPDATED } from '../deliveries/support';

export { CANCELED, CREATED, service, triggerFor, UPDATED } from '../deliveries/support';
export { pass, sleep, until } from '../../support/clock';

// n8n's waits follow the stopped clock.
jest.mock('n8n-workflow', () => ({
	...jest.requireActual('n8n-workflow'),
	sleep: async (ms: number) => await sleep(ms),
}));

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

const running: TriggerWorkflow[] = [];

afterEach(async () => {
	await Promise.all(running.splice(0).map(async (trigger) => await trigger.stop()));
	jest.restoreAllMocks();
});

/** A start, in days from now. */
export const startIn = (days: number) =>
	new Date(Math.ceil(Date.now() / 1000) * 1000 + days * 86_400_000).toISOString();

/** In each test: a service with three appointments, one of these, and a clock that stands still. */
export let at: Service;
export let known: Appointment;
export const key = () => known.appointment_key;

beforeEach(async () => {
	at = await service();
	stopClock(() => at.faults.held);
	[known] = at.seed(3, (index) => ({
		start_date: startIn(1 + index),
		status: 'CONFIRMED',
		created_at: startIn(-1),
	})) as [Appointment];
});

export function changesTrigger(parameters: INodeParameters = {}): TriggerWorkflow {
	const trigger = triggerFor(at, {
		events: [CREATED, UPDATED, CANCELED],
		runFor: 'changes',
		check: 'hourly',
		...parameters,
	});
	running.push(trigger);
	return trigger;
}

/** Lets time pass until it is over. */
export async function during<T>(work: Promise<T>): Promise<T> {
	let isOver = false;
	work.then(
		() => (isOver = true),
		() => (isOver = true),
	);
	await until(() => isOver);
	return await work;
}

/** A published trigger that has recorded what the service lists. */
export async function watching(parameters: INodeParameters = {}) {
	const trigger = changesTrigger(parameters);
	await during(trigger.activate());
	await recorded(trigger);
	return trigger;
}

export const watcherIn = (trigger: TriggerWorkflow) => watcherOf(trigger.hookContext());

export const recorded = async (trigger: TriggerWorkflow) =>
	await until(() => watcherIn(trigger)?.watch.known.book.since, 'the first check');

export const publish = async (
	trigger: TriggerWorkflow,
	mode?: Parameters<TriggerWorkflow['activate']>[0],
) => await during(trigger.activate(mode));

export const restart = async (trigger: TriggerWorkflow) => await during(trigger.restart());

/** What the service delivers about an appointment, or anybody else. */
export const delivery = (key: unknown, event = UPDATED) => ({
	event,
	timestamp: '2026-03-01T10:00:00Z',
	data: { appointment_key: key, status: 'FORGED' },
});

export async function deliver(
	trigger: TriggerWorkflow,
	{ appointment_key: key }: Pick<Appointment, 'appointment_key'>,
	event?: string,
) {
	return await trigger.deliver({ body: delivery(key, event) });
}

/** The known appointment has another status, and the service delivers that. */
export async function change(trigger: TriggerWorkflow, status: Status = 'ATTENDED') {
	at.updateStatus(key(), status);
	return await deliver(trigger, known);
}

/** Waits until so many executions have started, and returns what each was about. */
export async function runs(trigger: TriggerWorkflow, count: number) {
	await until(() => trigger.executions.length >= count, `execution ${count}`);
	const all = await trigger.finished();
	return all.map(({ items }) => {
		const { event, data, previous } = (items[0]?.json ?? {}) as IDataObject;
		const { appointment_key: key, status } = (data ?? {}) as IDataObject;
		return { event, key, status, ...(previous !== undefined && { previous }) };
	});
}

export const gets = ({ appointment_key: key }: Pick<Appointment, 'appointment_key'>) =>
	at.requests.of('GET', `/api/v3/appointments/${key}/`).length;

/** Not those of canceled ones. */
export const lists = (at: Service) =>
	at.requests
		.of('GET', '/api/v3/appointments/')
		.filter(({ query }) => !String(query).includes('is_cancelled')).length;
