import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf } from '../../service/appointments';
import { InputError, ServiceError } from '../../service/core/errors';
import { ASSUMED_MINUTES, assumedNotice, lengthOf, occupiedBy } from '../../service/slots';
import { instantOf, MINUTE_MS } from '../../service/values/dates';
import { sameKey } from '../../service/values/keys';
import type { Call } from '../core/operation';
import { scheduleOf } from './parameters';

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
	call: Call,
	own: IDataObject,
	{ startDate, zone, duration }: Move,
	send: () => Promise<unknown>,
): Promise<unknown> {
	const minutes = duration ?? ASSUMED_MINUTES;
	const start = instantOf(startDate) ?? NaN;
	const former = instantOf(own.start_date, zone) ?? NaN;
	const length = duration === undefined ? lengthOf(own, former, zone) : minutes * MINUTE_MS;
	const slot = { start, end: start + (length ?? minutes * MINUTE_MS) };
	const schedule = await scheduleOf(call, [calendarOf(own)], zone);
	const appointments = await schedule.around(slot, minutes, REMEDY);
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
	if (length === undefined || taken.some(({ isAssumed }) => isAssumed)) {
		call.notify(assumedNotice(minutes));
	}
	return await schedule.move(own, slot, send);
}
