import type { IDataObject } from 'n8n-workflow';

import { hasStatus, InputError, ServiceError } from '../../../service/errors';
import { freeTimesOn, startOf } from '../../../service/freeTimes';
import { whole, type List } from '../../../service/lists';
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
	{ ms, zone }: Start,
	slot: Slot,
): Promise<InputError | undefined> {
	const [day, time] = clockOf(ms, zone);
	const list = await offeredOn(call, day, slot);
	const starts = list.entries.flatMap((entry: IDataObject) => startOf(entry, zone) ?? []);
	if (starts.includes(ms)) return undefined;
	whole(list);
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

async function offeredOn(
	{ client, parameters }: Call,
	day: string,
	{ calendar_key, service_keys, nothing }: Slot,
): Promise<List> {
	const wanted = {
		calendar_key,
		...(service_keys && service_keys.length > 0 && { service_keys }),
		...(parameters.isTool && { action_new_appointment: 'client' as const }),
	};
	return await freeTimesOn(client, wanted, day).catch((error: unknown) => {
		if (!(error instanceof ServiceError) || !hasStatus(error, 403, 404, 405)) throw error;
		const { status, modelAdvice } = error.details;
		throw new ServiceError(
			`The free times could not be read (${status}). ${nothing}`,
			`If the service has none, turn '${CHECK_SLOT}' off`,
			{ status, modelAdvice },
		);
	});
}
