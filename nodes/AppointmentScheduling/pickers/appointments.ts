import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import {
	byStart,
	listAppointments,
	simplified,
	startingIn,
	type DayOffsets,
} from '../service/appointments';
import type { ServiceClient } from '../service/http/client';
import { instantOf } from '../service/values/dates';
import { keyIn } from '../service/values/keys';
import { statusLabel, type AppointmentFilters } from '../service/core/vocabulary';
import { contains, list } from './list';

/** The parts of the list, in days from today. The editor asks for the next one after scrolling. */
const PARTS: DayOffsets[] = [[0, 14], [14], [-30, 0], [-180, -30], [undefined, -180]];
/** Those in which more is searched than the service finds. */
const NEAR_PARTS = 3;
/** Fewer rows can't be scrolled, so the editor would not ask for the next part. */
const FEWEST = 20;
const MOST_OF_PART = 1000;

/** From today on, then further back. */
export async function searchAppointments(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	return await list(this, async (client, zone) => {
		const names = new Map<string, string>();
		// Whoever may edit a workflow can send any token.
		const known = PARTS.findIndex((_days, index) => String(index) === paginationToken);
		let part = Math.max(0, known);
		for (; part < PARTS.length && names.size < FEWEST; part += 1) {
			for (const appointment of await read(client, part, filter.trim(), zone)) {
				const key = keyIn(appointment.appointment_key);
				if (key !== undefined) names.set(key, label(appointment, zone));
			}
		}
		return { names, paginationToken: part < PARTS.length ? String(part) : undefined };
	});
}

async function read(
	client: ServiceClient,
	part: number,
	typed: string,
	zone: string | undefined,
): Promise<IDataObject[]> {
	const [from, to] = PARTS[part] ?? [];
	const days = startingIn([from, to], zone);
	const find = async (filters: AppointmentFilters) =>
		(await listAppointments(client, { ...days, ...filters }, MOST_OF_PART)).elements;
	const isMeant = (appointment: IDataObject) =>
		contains(`${label(appointment, zone)} ${String(simplified(appointment).person_email)}`, typed);
	const searches = searchesFor(typed).map(find);
	if (typed === '' || part < NEAR_PARTS) searches.push(find({}).then((all) => all.filter(isMeant)));
	const outcomes = await Promise.allSettled(searches);
	const found = outcomes.filter((outcome) => outcome.status === 'fulfilled');
	// The service may refuse a name as a code. If it refuses everything, this throws.
	if (found.length === 0) await searches[0];
	const inOrder = byStart(found.flatMap(({ value }) => value));
	return from === undefined || from < 0 ? inOrder.reverse() : inOrder;
}

/** The service finds whole emails and codes, and what it takes for a name. */
function searchesFor(typed: string): AppointmentFilters[] {
	if (typed === '') return [];
	return typed.includes('@') ? [{ email: typed }] : [{ name: typed }, { search_code: typed }];
}

/** Starts with the time, because names may be as long as a row. */
function label(body: IDataObject, zone: string | undefined): string {
	const { start_date, person_name, calendar_name, status, search_code } = simplified(body);
	const time = shownTime(start_date, zone);
	const parts = [time, person_name, calendar_name, statusLabel(status), search_code];
	return parts.filter((part) => part).join(' · ');
}

/** As the service writes it, unless it can be read and a time zone is set. */
function shownTime(start: unknown, zone: string | undefined): unknown {
	const ms = instantOf(start, zone);
	if (ms === undefined || zone === undefined) return start;
	const time = DateTime.fromMillis(ms, { zone, locale: 'en' });
	const isThisYear = time.hasSame(DateTime.now(), 'year');
	return time.toFormat(isThisYear ? 'ccc d LLL HH:mm' : 'ccc d LLL yyyy HH:mm');
}
