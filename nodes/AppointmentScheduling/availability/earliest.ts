import type { IDataObject } from 'n8n-workflow';

import { FOREVER, withOffset } from '../service/values/dates';
import { pauses } from './pauses';
import type { Span } from './slots';

/** The free times of one calendar, in order. */
export interface Search {
	times: Iterator<Span>;
	calendar_key: string;
	calendar_name: string | null;
}

/**
 * The earliest times of all searches, as items; at the same time, those of the first calendar first.
 * @param most how many are wanted: no search goes on after that
 */
export async function earliestTimes(
	searches: Search[],
	most: number,
	zone: string,
): Promise<IDataObject[]> {
	const pause = pauses();
	const heads: Array<Search & { time?: Span }> = [];
	const goOn = async (search: Search) => {
		await pause();
		const { done, value } = search.times.next();
		return { ...search, time: done ? undefined : value };
	};
	for (const search of searches) heads.push(await goOn(search));
	const found: IDataObject[] = [];
	while (found.length < most) {
		const first = firstOf(heads);
		const head = heads[first];
		if (head?.time === undefined) break;
		const { time, calendar_key, calendar_name } = head;
		found.push({
			start_date: withOffset(time.start, zone),
			end_date: withOffset(time.end, zone),
			calendar_key,
			calendar_name,
		});
		heads[first] = await goOn(head);
	}
	return found;
}

function firstOf(heads: Array<{ time?: Span }>): number {
	let [first, earliest] = [-1, FOREVER];
	for (const [index, { time }] of heads.entries()) {
		if (time !== undefined && time.start < earliest) [first, earliest] = [index, time.start];
	}
	return first;
}
