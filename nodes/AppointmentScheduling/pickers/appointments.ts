import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { appointmentIn, startAsSent, type Appointment } from '../service/appointment';
import { byStart, listAppointments } from '../service/appointments';
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
	return await list(this, async (client, zone) => {
		const isPast = paginationToken === PAST;
		const typed = filter.trim().replace(/\s+/g, ' ');
		const names = isPast ? new Map<string, string>() : await read(client, typed, false, zone);
		const isShort = names.size < FEWEST;
		const past = isShort ? await read(client, typed, true, zone) : [];
		const isEnd = isPast || isShort;
		return { names: new Map([...names, ...past]), ...(!isEnd && { paginationToken: PAST }) };
	});
}

/** Labels by key. A text is searched by the service, in any time; without one, the past is short. */
async function read(
	client: Client,
	typed: string,
	isPast: boolean,
	zone: string | undefined,
): Promise<Map<string, string>> {
	const days = isPast ? pastDays(zone, typed === '' ? PAST_DAYS : undefined) : comingDays(zone);
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
		zone,
	);
	return labelsOf(isPast ? inOrder.reverse() : inOrder, zone);
}

/** The service finds what it takes for a name, whole emails and whole codes. */
function searchesFor(typed: string): AppointmentFilters[] {
	if (typed === '') return [{}];
	return typed.includes('@') ? [{ email: typed }] : [{ name: typed }, { search_code: typed }];
}

function comingDays(zone: string | undefined): AppointmentFilters {
	const today = dayIn(zone, 0);
	return { start_date: wholeDays(today, today, zone ?? 'utc').start_date };
}

function pastDays(zone: string | undefined, days: number | undefined): AppointmentFilters {
	const [first, last] = [dayIn(zone, -(days ?? 1)), dayIn(zone, -1)];
	const { start_date, end_date } = wholeDays(first, last, zone ?? 'utc');
	return days === undefined ? { end_date } : { start_date, end_date };
}

const dayIn = (zone = 'utc', days: number): string =>
	DateTime.now().setZone(zone).plus({ days }).toFormat('yyyy-MM-dd');

const labelsOf = (entries: IDataObject[], zone: string | undefined): Map<string, string> =>
	new Map(
		entries.flatMap((entry) => {
			const appointment = appointmentIn(entry, zone);
			return appointment ? [[appointment.key, label(appointment, zone)]] : [];
		}),
	);

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
