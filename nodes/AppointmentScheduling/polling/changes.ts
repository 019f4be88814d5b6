import type { IDataObject } from 'n8n-workflow';

import { instantOf } from '../service/dates';
import { isCanceledStatus } from '../service/vocabulary';
import type { Snapshot } from './snapshot';

export const POLLED_EVENTS = ['created', 'rescheduled', 'startsSoon', 'statusChanged'] as const;

export type PolledEvent = (typeof POLLED_EVENTS)[number];

/** Appointments that were not there at the poll before. */
export function created(appointments: IDataObject[], before: Snapshot): IDataObject[] {
	return appointments
		.filter(({ appointment_key: key }) => typeof key === 'string' && !Object.hasOwn(before, key))
		.map((data) => ({ event: 'created', data }));
}

/** Appointments that start at another instant than at the poll before. */
export function rescheduled(appointments: IDataObject[], before: Snapshot): IDataObject[] {
	return changed('rescheduled', appointments, before, (data, { start_date }) =>
		sameInstant(data.start_date, start_date),
	);
}

/** Appointments that have another status than at the poll before. */
export function statusChanged(appointments: IDataObject[], before: Snapshot): IDataObject[] {
	return changed(
		'statusChanged',
		appointments,
		before,
		({ status }, seen) => status === seen.status,
	);
}

function changed(
	event: PolledEvent,
	appointments: IDataObject[],
	before: Snapshot,
	isSame: (data: IDataObject, seen: Snapshot[string]) => boolean,
): IDataObject[] {
	return appointments.flatMap((data) => {
		const key = String(data.appointment_key);
		const seen = Object.hasOwn(before, key) ? before[key] : undefined;
		return seen && !isSame(data, seen) ? [{ event, data, previous: { ...seen } }] : [];
	});
}

function sameInstant(some: unknown, other: string): boolean {
	return some === other || (instantOf(some) !== undefined && instantOf(some) === instantOf(other));
}

/**
 * Appointments that start in the span and were not told of yet: an appointment is told of once
 * for each start that it gets.
 * @param from ms since the epoch, included
 * @param to ms since the epoch, included
 */
export function startsSoon(
	appointments: IDataObject[],
	from: number,
	to: number,
	told: Snapshot,
	zone: string,
): IDataObject[] {
	return appointments.flatMap((data) => {
		const start = instantOf(data.start_date, zone);
		const seen = told[String(data.appointment_key)];
		const isDue = start !== undefined && start >= from && start <= to;
		const isTold = seen !== undefined && sameInstant(data.start_date, seen.start_date);
		return isDue && !isTold && !isCanceledStatus(data.status)
			? [{ event: 'startsSoon', data }]
			: [];
	});
}
