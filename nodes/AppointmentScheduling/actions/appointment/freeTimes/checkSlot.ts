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
	service_keys: string[];
	nothing: 'Nothing was booked' | 'Nothing was changed';
}

/**
 * Asks the service for the free times of that day.
 * @throws InputError if the start is not one of them; ServiceError if they cannot be read
 */
export async function refuseUnoffered(
	{ client, parameters }: Call,
	{ ms, zone }: Start,
	{ nothing, ...slot }: Slot,
): Promise<void> {
	// An expression with $now has seconds. Without them, a free time would be called unavailable.
	const clockOf = (start: number) => wallClock(start, zone).slice(11).replace(/:00$/, '');
	const day = wallClock(ms, zone).slice(0, 10);
	const wanted = {
		...slot,
		...(parameters.isTool && { action_new_appointment: 'client' as const }),
	};
	const reading = freeTimesOn(client, wanted, day).then((list) => {
		const found = list.entries.flatMap((entry) => startOf(entry, zone) ?? []);
		// All of that day, or at least the wanted one.
		if (!found.includes(ms)) whole(list);
		return found;
	});
	const starts = await reading.catch((error: unknown) => {
		throw error instanceof ServiceError ? unread(error, nothing) : error;
	});
	if (starts.includes(ms)) return;
	const nearest = [...new Set(starts)]
		.sort((a, b) => Math.abs(a - ms) - Math.abs(b - ms))
		.slice(0, MOST_SHOWN)
		.sort((a, b) => a - b)
		.map(clockOf);
	throw new InputError(
		START_DATE,
		`${day} ${clockOf(ms)} is not available. ${nothing}`,
		nearest.length > 0
			? `Free times of that day: ${nearest.join(', ')}`
			: 'That day has no free time. Choose another day',
	);
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
