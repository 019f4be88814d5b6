import type { IDataObject } from 'n8n-workflow';

import { listAppointments, listByStatuses } from '../service/appointments';
import { instantOf } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { isCanceledStatus } from '../service/vocabulary';
import { wholeList } from '../watching/recent';
import { keyOf } from '../watching/snapshot';
import { Announced, type Announcement } from './announced';
import { ended } from './ended';
import type { Setup } from './setup';
import { startingSoon } from './startingSoon';
import type { Outcome, PollState } from './state';

/** In ms since the epoch. */
export interface Start {
	moment: number;
	/** What is stored: without an offset, the digits as if in UTC, so that the zone may change. */
	written: number;
}

/** Moments before or after an appointment at which it is announced. */
export interface Moments {
	/** Which starts a poll reads: ms since the epoch. */
	from: number;
	to: number;
	/** Earlier announcements do not matter any more. */
	rememberedSince: number;
	/** Since when runs may be due. */
	dueSince?: number;
	/**
	 * What to remember of an appointment and, if its announcement is due, what the item gets. Undefined
	 * if it is not its turn, or everything was said already.
	 */
	candidateFor(
		data: IDataObject,
		start: Start,
		said: Announcement | undefined,
	): { record: Announcement; item?: IDataObject } | undefined;
}

/**
 * Announces each appointment once for each moment, and remembers what was said.
 * @param isContinued false for the first poll after the workflow was published
 */
export async function moments(
	setup: Setup,
	before: PollState | undefined,
	isContinued: boolean,
): Promise<Outcome> {
	const { client, event, filters, statuses, zone, now, delay } = setup;
	const { from, to, rememberedSince, dueSince, candidateFor } = delay
		? ended({ ...setup, delay }, before, isContinued)
		: startingSoon(setup, before);
	const wanted = withinSpan(filters, from, to, zone);
	// A service may hide canceled appointments unless it is asked for their status.
	const isHidden = delay && statuses.some(isCanceledStatus);
	const listed = await wholeList(
		isHidden
			? listByStatuses(client, wanted, statuses, Infinity)
			: listAppointments(client, wanted, Infinity, 'record'),
	);
	const announced = before?.announced ?? new Announced();
	const events: IDataObject[] = [];
	for (const data of listed) {
		const key = keyOf(data);
		const moment = instantOf(data.start_date, zone);
		if (key === undefined || moment === undefined) continue;
		const start = { moment, written: instantOf(data.start_date) ?? moment };
		const { record, item } = candidateFor(data, start, announced.get(key)) ?? {};
		if (record) announced.set(key, record);
		if (item) events.push({ event, data, ...item });
	}
	announced.trim(rememberedSince, now);
	return { events, listed, announced, dueSince };
}
