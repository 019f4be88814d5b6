import type { IDataObject } from 'n8n-workflow';

import { instantOf } from '../service/values/dates';
import { keyOf, seenIn, type Seen, type Snapshot } from './formerSnapshot';

export const POLLED_EVENTS = ['created', 'rescheduled', 'startsSoon', 'statusChanged'] as const;

export type PolledEvent = (typeof POLLED_EVENTS)[number];

/** Appointments that were not there before. */
export function created(appointments: IDataObject[], before: Snapshot): IDataObject[] {
	return appointments
		.filter((data) => keyOf(data) !== undefined && !seenIn(before, data))
		.map((data) => ({ event: 'created', data }));
}

/** Appointments that start at another instant than before. */
export function rescheduled(
	appointments: IDataObject[],
	before: Snapshot,
	zone: string,
): IDataObject[] {
	return changed('rescheduled', appointments, before, (data, former) =>
		sameStart(data, former, zone),
	);
}

/** Appointments that have another status than before. */
export function statusChanged(appointments: IDataObject[], before: Snapshot): IDataObject[] {
	return changed(
		'statusChanged',
		appointments,
		before,
		({ status }, former) => typeof status !== 'string' || status === former.status,
	);
}

function changed(
	event: PolledEvent,
	appointments: IDataObject[],
	before: Snapshot,
	isSame: (data: IDataObject, former: Seen) => boolean,
): IDataObject[] {
	return appointments.flatMap((data) => {
		const former = seenIn(before, data);
		if (!former || isSame(data, former)) return [];
		const { start_date, status } = former;
		return [{ event, data, previous: { start_date, status } }];
	});
}

function sameStart(data: IDataObject, former: Seen, zone: string): boolean {
	const start = instantOf(data.start_date, zone);
	return start === undefined || start === instantOf(former.start_date, zone);
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
	return appointments
		.filter((data) => {
			const start = instantOf(data.start_date, zone);
			const former = seenIn(told, data);
			const isDue = start !== undefined && start >= from && start <= to;
			return isDue && keyOf(data) !== undefined && !(former && sameStart(data, former, zone));
		})
		.map((data) => ({ event: 'startsSoon', data }));
}
