import type { IDataObject } from 'n8n-workflow';

import { inOrder } from '../concurrency/order';
import type { Client } from './client';
import { hasStatus, ServiceError } from './errors';
import { ALL_ENTRIES, joined, readList, type List } from './lists';
import { countDays, DAY_MS, dayOfClock, momentIn } from './values/dates';

const DAYS_AT_ONCE = 8;

/** What is asked for, as GET /available-date-times/ takes it. What is undefined is not sent. */
export interface Wanted {
	calendar_key: string;
	service_keys?: string[];
	min_vacancies_available?: number;
	action_new_appointment?: 'new' | 'client' | 'waiting' | 'force';
}

/**
 * The times that the service offers, with their calendar. One request for each day, in order.
 * @param days YYYY-MM-DD
 * @param isShown what is not shown does not count for the limit
 */
export async function freeTimes(
	client: Client,
	wanted: Wanted,
	days: string[],
	limit = ALL_ENTRIES,
	isShown: (time: IDataObject) => boolean = () => true,
): Promise<List> {
	let count = 0;
	// With a limit, the first days are often enough.
	const width = limit < ALL_ENTRIES ? 1 : DAYS_AT_ONCE;
	const found = await inOrder(days, width, async (day) => {
		if (count >= limit) return [];
		const list = await freeTimesOn(client, wanted, day);
		const entries = list.entries.filter(isShown);
		count += entries.length;
		return [{ ...list, entries }];
	});
	const list = joined(found.flat());
	return { ...list, entries: list.entries.slice(0, limit) };
}

/** Of one day, YYYY-MM-DD. */
export async function freeTimesOn(client: Client, wanted: Wanted, day: string): Promise<List> {
	const { calendar_key } = wanted;
	const query = { ...wanted, day };
	const list = await readList(client, 'available-date-times/', undefined, query).catch(
		(error: unknown) => {
			if (!(error instanceof ServiceError) || !hasStatus(error, 404)) throw error;
			throw new ServiceError(
				'The service knows no free times of this calendar (404)',
				'Check the key of the calendar',
				{ ...error.details, modelAdvice: 'Choose another calendar, or tell the user' },
			);
		},
	);
	return { ...list, entries: list.entries.map((time) => ({ ...time, calendar_key })) };
}

/** When a free time starts, in ms since the epoch. */
export const startOf = ({ start_date }: IDataObject, zone?: string): number | undefined =>
	momentIn(start_date, zone)?.ms;

/** Both included. */
export function daysFrom(first: string, last: string): string[] {
	return Array.from({ length: countDays(first, last) }, (_, index) =>
		dayOfClock(Date.parse(first) + index * DAY_MS),
	);
}
