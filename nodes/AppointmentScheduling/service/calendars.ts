import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf, listAppointments, startingIn, type DayOffsets } from './appointments';
import type { Collected } from './lists/collect';
import type { ServiceClient } from './http/client';
import { isObject } from './values/bodies';

/** The list in the editor must not take long, and a model must not wait long. */
export const MOST_READ = 1000;

/** Days from today. No order is promised, so the parts that matter most are read first. */
const WINDOWS: DayOffsets[] = [[0, 14], [14, 90], [-30, 0], [90]];

/**
 * The calendars that appointments of the last 30 days or of the future are in, by name, because the
 * API documentation has no list of calendars.
 * @param most appointments to read
 */
export async function listCalendars(client: ServiceClient, most = MOST_READ): Promise<Collected> {
	const names = new Map<string, string | null>();
	let incomplete: string | undefined;
	let rest = most;
	for (const window of WINDOWS) {
		const list = await listAppointments(client, startingIn(window), rest);
		for (const appointment of list.elements) {
			const key = calendarKeyOf(appointment);
			if (key !== undefined) names.set(key, names.get(key) ?? calendarNameOf(appointment));
		}
		incomplete ??= list.incomplete;
		rest -= list.elements.length;
		if (rest > 0) continue;
		incomplete = `These are the calendars of the first ${most} appointments from today on: others may be missing`;
		break;
	}
	const calendars = [...names].map(([calendar_key, name]) => ({ calendar_key, name }));
	const elements = calendars.sort((a, b) => String(a.name).localeCompare(String(b.name)));
	return { elements, incomplete };
}

export const calendarNameOf = ({ calendar }: IDataObject): string | null =>
	isObject(calendar) && typeof calendar.name === 'string' ? calendar.name : null;
