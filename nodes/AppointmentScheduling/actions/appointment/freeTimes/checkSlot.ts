import type { IDataObject } from 'n8n-workflow';

import { hasStatus, InputError, ServiceError } from '../../../service/errors';
import { freeTimesOn, startOf } from '../../../service/freeTimes';
import { whole } from '../../../service/lists';
import { wallClock } from '../../../service/values/dates';
import type { Call } from '../../operation';
import { CHECK_SLOT, START_DATE } from '../parameters';
import type { Start } from '../start';

const MOST_SHOWN = 5;

/** What is to be at that time, and what is said if it cannot be. */
interface Slot {
	calendar_key: string;
	service_keys?: string[];
	nothing: 'Nothing was booked' | 'Nothing was changed';
}

/**
 * Asks the service for the free times of that day.
 * @returns why the start is refused; undefined if it is offered
 * @throws ServiceError if they cannot be read
 */
export async function refusalOf(
	call: Call,
	start: Start,
	slot: Slot,
): Promise<InputError | undefined> {
	const { ms, zone } = start;
	const [day, time] = clockOf(ms, zone);
	const starts = await startsOffered(call, day, start, slot).catch((error: unknown) => {
		throw error instanceof ServiceError ? unread(error, slot.nothing) : error;
	});
	if (starts.includes(ms)) return undefined;
	const nearest = [...new Set(starts)]
		.sort((a, b) => Math.abs(a - ms) - Math.abs(b - ms))
		.slice(0, MOST_SHOWN)
		.sort((a, b) => a - b)
		.map((start) => clockOf(start, zone)[1]);
	return new InputError(
		START_DATE,
		`${day} ${time} is not available. ${slot.nothing}`,
		nearest.length > 0
			? `Free times of that day: ${nearest.join(', ')}`
			: 'That day has no free time. Choose another day',
	);
}

const clockOf = (ms: number, zone: string): [day: string, time: string] => {
	const clock = wallClock(ms, zone);
	return [clock.slice(0, 10), clock.slice(11, 16)];
};

/** In ms since the epoch: all of that day, or at least the wanted one. */
async function startsOffered(
	{ client, parameters }: Call,
	day: string,
	{ ms, zone }: Start,
	{ calendar_key, service_keys }: Slot,
): Promise<number[]> {
	const wanted = {
		calendar_key,
		...(service_keys && service_keys.length > 0 && { service_keys }),
		...(parameters.isTool && { action_new_appointment: 'client' as const }),
	};
	const list = await freeTimesOn(client, wanted, day);
	const starts = list.entries.flatMap((entry: IDataObject) => startOf(entry, zone) ?? []);
	if (!starts.includes(ms)) whole(list);
	return starts;
}

function unread(error: ServiceError, nothing: string): ServiceError {
	const { summary, advice, details } = error;
	const { status, modelAdvice } = details;
	if (!hasStatus(error, 403, 404, 405)) {
		return new ServiceError(`${summary}. ${nothing}`, advice, details);
	}
	return new ServiceError(
		`The free times could not be read (${status}). ${nothing}`,
		`If the service has none, turn '${CHECK_SLOT}' off`,
		{ status, modelAdvice },
	);
}
