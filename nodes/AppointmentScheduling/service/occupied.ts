import { DateTime, Duration } from 'luxon';
import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from './errors';
import { isObject } from './values/bodies';
import { hasOffset, instantOf, MINUTE_MS } from './values/dates';
import { isCanceledStatus } from './vocabulary';

/** From `start` until just before `end`, in ms since the epoch. */
export interface Span {
	start: number;
	end: number;
}

/**
 * When these appointments take place; canceled ones do not. An appointment lasts until the end that
 * the service sends, otherwise `duration` minutes.
 * @param zone for dates without an offset
 * @throws ServiceError if a start is unknown, because that appointment could be at any time
 */
export function occupiedBy(appointments: IDataObject[], zone: string, duration: number): Span[] {
	return appointments
		.filter(({ status }) => !isCanceledStatus(status))
		.map((appointment) => {
			const start = instantOf(appointment.start_date, zone);
			if (start === undefined) {
				const name = String(appointment.search_code ?? appointment.appointment_key);
				throw new ServiceError(
					`The start of appointment ${name} is not a date, so no time is certain to be free`,
					'Correct this appointment at the service',
				);
			}
			const end = endOf(appointment, start, zone) ?? start + duration * MINUTE_MS;
			if (hasOffset(appointment.start_date)) return { start, end };
			const starts = possibleStarts(start, zone);
			return { start: Math.min(...starts), end: end + Math.max(...starts) - start };
		});
}

/** When clocks are set back, a local time happens twice, and it is unknown which one is meant. */
const possibleStarts = (start: number, zone: string): number[] =>
	DateTime.fromMillis(start, { zone })
		.getPossibleOffsets()
		.map((moment) => moment.toMillis());

/** The end that the service sends. The API documentation names no field, so we try the usual ones. */
export function endOf(
	{ end_date, end, duration }: IDataObject,
	start: number,
	zone: string,
): number | undefined {
	const ends = [
		...[end_date, end].map((value) => momentIn(value, zone)),
		start + minutesIn(duration) * MINUTE_MS,
	];
	return ends.find((ms) => ms !== undefined && ms > start);
}

/** Also in an object such as `{ "dateTime": "2026-12-01T10:30:00Z" }`. */
function momentIn(value: unknown, zone: string): number | undefined {
	const parts = isObject(value) ? Object.values(value) : [value];
	return parts.map((part) => instantOf(part, zone)).find((ms) => ms !== undefined);
}

/** 45, "45", "00:45:00", "PT45M" or `{ "minutes": 45 }`. Otherwise NaN. */
function minutesIn(value: unknown): number {
	if (isObject(value)) return minutesIn(value.minutes ?? value.value);
	const text = String(value);
	const durations = [Duration.fromISOTime(text), Duration.fromISO(text)];
	const minutes = [Number(text), ...durations.map((duration) => duration.as('minutes'))];
	return minutes.find(Number.isFinite) ?? NaN;
}
