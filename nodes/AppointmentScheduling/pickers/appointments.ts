import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { startAsSent, type Appointment } from '../service/appointment';
import { appointmentsIn, byStart, listAppointments } from '../service/appointments';
import type { Client } from '../service/client';
import { wholeDays } from '../service/values/entered';
import { statusLabel, type AppointmentFilters } from '../service/vocabulary';
import { list } from './list';

/** The second part of the list. The editor asks for it after scrolling. */
const PAST = 'past';
const PAST_DAYS = 30;
/** Fewer rows can't be scrolled, so the editor would not ask for the second part. */
const FEWEST = 20;
const MOST_OF_PART = 500;

/** From today on, then further back. */
export async function searchAppointments(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const typed = filter.trim().replace(/\s+/g, ' ');
	return await list(this, async (client) => {
		const coming = paginationToken === PAST ? [] : await read(client, typed, false);
		const isLong = new Map(coming).size >= FEWEST;
		const past = isLong ? [] : await read(client, typed, true);
		// Two searches may find the same one.
		const rows = new Map([...coming, ...past]);
		return { rows, ...(isLong && { paginationToken: PAST }) };
	});
}

/** Labels by key. */
async function read(
	client: Client,
	typed: string,
	isPast: boolean,
): Promise<Array<[key: string, label: string]>> {
	const days = daysOf(typed, isPast, client.zone ?? 'utc');
	const searches = searchesFor(typed).map(
		async (search) =>
			(await listAppointments(client, { ...days, ...search }, MOST_OF_PART)).entries,
	);
	const outcomes = await Promise.allSettled(searches);
	const found = outcomes.filter((outcome) => outcome.status === 'fulfilled');
	// The service may refuse a name as a code. If it refuses everything, this throws.
	if (found.length === 0) await searches[0];
	const inOrder = byStart(
		found.flatMap(({ value }) => value),
		client.zone,
	);
	const { appointments } = await appointmentsIn(inOrder, client.zone);
	const rows = appointments.map((one): [string, string] => [one.key, label(one, client.zone)]);
	return isPast ? rows.reverse() : rows;
}

/** The service finds what it takes for a name, whole emails and whole codes. */
function searchesFor(typed: string): AppointmentFilters[] {
	if (typed === '') return [{}];
	return typed.includes('@') ? [{ email: typed }] : [{ name: typed }, { search_code: typed }];
}

/** A text is searched in any time. Without one, the past is short. */
function daysOf(typed: string, isPast: boolean, zone: string): AppointmentFilters {
	const day = (days: number) => DateTime.now().setZone(zone).plus({ days }).toFormat('yyyy-MM-dd');
	if (!isPast) return { start_date: wholeDays(day(0), day(0), zone).start_date };
	const { start_date, end_date } = wholeDays(day(-PAST_DAYS), day(-1), zone);
	return typed === '' ? { start_date, end_date } : { end_date };
}

/** Starts with the time, because names may be as long as a row. */
function label(appointment: Appointment, zone: string | undefined): string {
	const { people, calendar, status, code } = appointment;
	const shownStatus = status === undefined ? undefined : statusLabel(status);
	const parts = [timeOf(appointment, zone), people[0]?.name, calendar.name, shownStatus, code];
	return parts.filter((part) => part).join(' · ');
}

/** As the service writes it, unless it can be read and a time zone is set. */
function timeOf({ start, data }: Appointment, zone: string | undefined): string | null {
	if (!start || zone === undefined) return start?.text ?? startAsSent(data);
	const time = DateTime.fromMillis(start.ms, { zone, locale: 'en' });
	const isThisYear = time.hasSame(DateTime.now(), 'year');
	return time.toFormat(isThisYear ? 'ccc d LLL HH:mm' : 'ccc d LLL yyyy HH:mm');
}
