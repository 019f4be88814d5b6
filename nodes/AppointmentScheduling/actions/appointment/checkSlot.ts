import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf } from '../../service/appointments';
import { InputError, ServiceError } from '../../service/core/errors';
import { scheduleOf } from '../../service/schedule';
import {
	ASSUMED_MINUTES,
	assumedNotice,
	lengthOf,
	occupantOf,
	occupiedBy,
} from '../../service/slots';
import { instantOf, MINUTE_MS } from '../../service/values/dates';
import type { Call } from '../operation';

const REMEDY = "Turn off 'Check Slot' to let the service decide whether the time is free";

interface Move {
	/** ISO 8601 with UTC offset. */
	startDate: string;
	/** For dates without an offset. */
	zone: string;
	/** Minutes. Undefined for the length that the service sends. */
	duration: number | undefined;
}

/** @throws ServiceError if it is unknown */
export function calendarOf(appointment: IDataObject): string {
	const key = calendarKeyOf(appointment);
	if (key !== undefined) return key;
	throw new ServiceError('The service does not say which calendar the appointment is in', REMEDY);
}

/**
 * Sends the change unless another appointment of the calendar overlaps the new time.
 * @throws InputError if one does
 */
export async function moveIfFree(
	{ client, notify }: Call,
	own: IDataObject,
	{ startDate, zone, duration }: Move,
	send: () => Promise<unknown>,
): Promise<unknown> {
	const minutes = duration ?? ASSUMED_MINUTES;
	const schedule = scheduleOf(client, [calendarOf(own)], zone);
	const present = instantOf(own.start_date, zone) ?? NaN;
	const length = duration === undefined ? lengthOf(own, present, zone) : minutes * MINUTE_MS;
	const start = instantOf(startDate) ?? NaN;
	const end = start + (length ?? minutes * MINUTE_MS);
	const slot = { start, end, isAssumed: length === undefined };
	const appointments = await schedule.around(slot, minutes, REMEDY);
	const occupant = occupantOf(appointments, own, slot, zone, minutes);
	if (occupant !== undefined) {
		const assumed = occupant.isAssumed ? `. ${assumedNotice(minutes)}` : '';
		throw new InputError(
			'Start Date',
			`${startDate} is taken in this calendar by appointment ${occupant.name}${assumed}`,
			"Choose another time, or turn off 'Check Slot' to let the service decide",
		);
	}
	const taken = [slot, ...occupiedBy(appointments, zone, minutes)];
	if (taken.some(({ isAssumed }) => isAssumed)) notify(assumedNotice(minutes));
	return await schedule.move(own, startDate, send);
}
