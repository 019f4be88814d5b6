import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf } from '../service/appointments';
import { InputError, ServiceError } from '../service/core/errors';
import { ASSUMED_MINUTES, assumedNotice, lengthOf, occupiedBy } from './slots';
import { instantOf, MINUTE_MS } from '../service/values/dates';
import { sameKey } from '../service/values/keys';
import type { Schedule } from './schedule';

const ADVICE = "Turn off 'Check Slot' to let the service decide whether the time is free";

/** The appointment as the service shows it, and where it is moved. */
export interface Move {
	own: IDataObject;
	/** ISO 8601 with UTC offset. */
	startDate: string;
	/** In minutes; undefined for the length that the service sends. */
	duration: number | undefined;
	send: () => Promise<unknown>;
}

/** @throws ServiceError if the service does not say it */
export function calendarToCheck(own: IDataObject): string {
	const calendar = calendarKeyOf(own);
	if (calendar !== undefined) return calendar;
	const problem = 'The service does not say which calendar the appointment is in';
	throw new ServiceError(problem, ADVICE);
}

/**
 * Sends the change unless another appointment of the calendar overlaps the new time.
 * @throws InputError if one does
 */
export async function moveIfFree(
	schedule: Schedule,
	{ own, startDate, duration, send }: Move,
	zone: string,
	hint: (message: string) => void,
): Promise<unknown> {
	const minutes = duration ?? ASSUMED_MINUTES;
	const former = instantOf(own.start_date, zone) ?? NaN;
	const length = duration === undefined ? lengthOf(own, former, zone) : duration * MINUTE_MS;
	const start = Date.parse(startDate);
	const slot = { start, end: start + (length ?? minutes * MINUTE_MS) };
	const appointments = await schedule.around(slot, minutes, ADVICE);
	const others = appointments.filter((one) => !sameKey(one.appointment_key, own.appointment_key));
	const taken = occupiedBy(others, zone, minutes);
	const occupant = taken.find((other) => other.start < slot.end && slot.start < other.end);
	if (occupant !== undefined) {
		const isAssumed = occupant.isAssumed || length === undefined;
		throw new InputError(
			'Start Date',
			`${startDate} is taken in this calendar by appointment ${occupant.name}${isAssumed ? `. ${assumedNotice(minutes)}` : ''}`,
			"Choose another time, or turn off 'Check Slot' to let the service decide",
		);
	}
	const isAssumed = length === undefined || taken.some((other) => other.isAssumed);
	if (isAssumed) hint(assumedNotice(minutes));
	return await schedule.move(own, slot, send);
}
