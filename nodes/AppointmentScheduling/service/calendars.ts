import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf, listAppointments, startingIn, type DayOffsets } from './appointments';
import type { Collected } from './lists/collect';
import type { ServiceClient } from './http/client';
import { MOST_READ } from './core/vocabulary';
import { isObject } from './values/bodies';

/** Days from today. */
const RECENT: DayOffsets = [-30];
const COMING: DayOffsets = [0];

/**
 * The calendars that appointments of the last 30 days or of the future are in, by name, because the
 * API documentation has no list of calendars.
 * @param most appointments to read. If there are more, as many again from today on, which matter most
 */
export async function listCalendars(client: ServiceClient, most = MOST_READ): Promise<Collected> {
	const list = async (days: DayOffsets) => await listAppointments(client, startingIn(days), most);
	const recent = await list(RECENT);
	const isCut = recent.elements.length >= most;
	const lists = isCut ? [recent, await list(COMING)] : [recent];
	const names = new Map<string, string | null>();
	for (const appointment of lists.flatMap(({ elements }) => elements)) {
		const key = calendarKeyOf(appointment);
		if (key !== undefined) names.set(key, names.get(key) ?? calendarNameOf(appointment));
	}
	const calendars = [...names].map(([calendar_key, name]) => ({ calendar_key, name }));
	const elements = calendars.sort((a, b) => String(a.name).localeCompare(String(b.name)));
	const incomplete = isCut
		? `These are the calendars of the first ${most} appointments from today on and of the last 30 days: others may be missing`
		: recent.incomplete;
	return { elements, incomplete };
}

export const calendarNameOf = ({ calendar }: IDataObject): string | null =>
	isObject(calendar) && typeof calendar.name === 'string' ? calendar.name : null;
