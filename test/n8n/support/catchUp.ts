import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import type { Bench } from './bench';
import type { EventWorkflow } from './events';

export const [CREATED, UPDATED, CANCELED] = [
	'appointment.created',
	'appointment.updated',
	'appointment.canceled',
] as const;
export const PATIENCE_MS = 240_000;
const PACE_MS = 2_500;
const BUSY_ROUNDS = 8;
/** Half of the time that a delivery has before a check reports its change. */
const SLOW_MS = 10_000;

export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export interface Told {
	event: unknown;
	key: unknown;
	caughtUp: boolean;
	previous: unknown;
}

export const told = async (workflow: EventWorkflow): Promise<Told[]> =>
	(await workflow.received()).map(({ event, data, caughtUp = false, previous }) => ({
		event,
		key: (data as IDataObject).appointment_key,
		caughtUp: caughtUp === true,
		previous: (previous as IDataObject | undefined)?.status,
	}));

/** Waits for so many items, and then for what else may come. */
export async function ran(workflow: EventWorkflow, count: number): Promise<void> {
	const deadline = Date.now() + PATIENCE_MS;
	while ((await workflow.received()).length < count && Date.now() < deadline) await sleep(500);
	await workflow.runs(count);
}

/** What a service that delivers everything reports while checks are made: each event once. */
export async function busyDay({ service }: Bench): Promise<Array<[string, string]>> {
	const events: Array<[string, string]> = [];
	for (let round = 0; round < BUSY_ROUNDS; round += 1) {
		const [a, b] = [2, 3].map((days) =>
			service.book({ start_date: day(days), status: 'CONFIRMED' }),
		);
		const [one, other] = [a!.appointment_key, b!.appointment_key];
		service.reschedule(one, day(5));
		service.updateStatus(one, 'PENDING');
		await sleep(PACE_MS);
		service.updateStatus(one, 'CONFIRMED');
		service.cancel(other);
		await sleep(PACE_MS);
		await service.deliveries.settled({ timeout: PATIENCE_MS });
		// On a machine that is too busy, a check may come before a delivery, and rightly so.
		const attempts = [one, other].flatMap((key) =>
			service.deliveries.of(key).flatMap((delivery) => delivery.attempts),
		);
		if (attempts.some(({ startedAt, endedAt }) => endedAt - startedAt > SLOW_MS)) continue;
		events.push([CREATED, one], [UPDATED, one], [UPDATED, one], [UPDATED, one]);
		events.push([CREATED, other], [CANCELED, other]);
	}
	return events;
}
