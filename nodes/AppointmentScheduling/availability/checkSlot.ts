import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf } from '../service/appointments';
import { InputError, ServiceError } from '../service/core/errors';
import { ASSUMED_MINUTES } from './properties';
import { assumedHint, lengthOf, occupiedBy } from './slots';
import { instantOf, MINUTE_MS } from '../service/values/dates';
import { sameKey } from '../service/values/keys';
import type { Schedule } from './schedule';

const ADVICE = "Turn off 'Check Slot' to let the service decide whether the time is free";

/** The appointment as the service shows it, and where it is moved. */
export interface Move {
	own: IDataObject;
	/** ISO 8601 with UTC offset. */
	startDate: string;
	/** Minutes, where the service says no length: of this appointment, and of others. */
	duration: number | undefined;
	bookedDuration: number | undefined;
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
	{ own, startDate, duration, bookedDuration, send }: Move,
	zone: string,
	hint: (message: string) => void,
): Promise<unknown> {
	const minutes = duration ?? ASSUMED_MINUTES;
	const length = lengthOf(own, instantOf(own.start_date, zone) ?? NaN, zone);
	const start = Date.parse(startDate);
	const slot = { start, end: start + (length ?? minutes * MINUTE_MS) };
	const appointments = await schedule.around(slot, ADVICE);
	const others = appointments.filter((one) => !sameKey(one.appointment_key, own.appointment_key));
	const taken = await occupiedBy(others, zone, bookedDuration ?? minutes);
	const occupant = taken.find((other) => other.start < slot.end && slot.start < other.end);
	// Without a duration, both are assumed to take as long.
	const isOwnAssumed = length === undefined && duration === undefined;
	const hintsFor = (booked: Array<{ isAssumed: boolean }>) => {
		const isBookedAssumed = bookedDuration === undefined && booked.some((one) => one.isAssumed);
		return isOwnAssumed || isBookedAssumed ? [assumedHint(minutes)] : [];
	};
	if (occupant !== undefined) {
		const problem = `${startDate} is taken in this calendar by appointment ${occupant.name}`;
		throw new InputError(
			'Start Date',
			[problem, ...hintsFor([occupant])].join('. '),
			"Choose another time, or turn off 'Check Slot' to let the service decide",
		);
	}
	for (const text of hintsFor(taken)) hint(text);
	return await schedule.move(own, slot, send);
}
