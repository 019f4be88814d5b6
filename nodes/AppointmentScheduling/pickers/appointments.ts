import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { byStart, listAppointments, simplified } from '../service/appointments';
import type { ServiceClient } from '../service/http/client';
import { clockAt, instantOf, offsetIn } from '../service/values/dates';
import { keyIn } from '../service/values/keys';
import {
	APPOINTMENT_STATUSES,
	type AppointmentFilters,
	type AppointmentStatus,
} from '../service/core/vocabulary';
import { contains, list } from './list';

const PAGE_SIZE = 100;
/** Fewer rows can't be scrolled, so the editor would not ask for the next page. */
const FEWEST = 20;
/** The parts of the list: days before today. */
const PARTS: Array<[from?: number, until?: number]> = [[0], [30, 1], [180, 31], [undefined, 181]];

/** Where a page begins: a part of the list, and how many of its entries were shown. */
interface Place {
	part: number;
	shown: number;
}

/** From today on, then further back with each page. */
export async function searchAppointments(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '{"part":0,"shown":0}',
): Promise<INodeListSearchResult> {
	return await list(this, async (client, zone) => {
		const names = new Map<string, string>();
		let place: Place | undefined = JSON.parse(paginationToken) as Place;
		while (place && names.size < FEWEST) {
			const { part, shown }: Place = place;
			const { appointments, isLast } = await page(client, place, filter.trim(), zone);
			for (const appointment of appointments) {
				const key = keyIn(appointment.appointment_key);
				if (key !== undefined) names.set(key, label(appointment, zone));
			}
			place = isLast ? { part: part + 1, shown: 0 } : { part, shown: shown + PAGE_SIZE };
			if (place.part >= PARTS.length) place = undefined;
		}
		return { names, ...(place && { paginationToken: JSON.stringify(place) }) };
	});
}

async function page(
	client: ServiceClient,
	{ part, shown }: Place,
	typed: string,
	zone: string | undefined,
): Promise<{ appointments: IDataObject[]; isLast: boolean }> {
	const time = timeOf(part, zone);
	const wanted = shown + PAGE_SIZE;
	const read = async (filters: AppointmentFilters) =>
		(await listAppointments(client, { ...time, ...filters }, wanted)).elements;
	const [found, loaded] = await Promise.all([
		anyOf(searchesFor(typed).map(read)),
		typed !== '' && part < 2 && shown === 0 ? read({}).catch(() => []) : [],
	]);
	const isNamed = (appointment: IDataObject) =>
		contains(`${label(appointment, zone)} ${String(simplified(appointment).person_email)}`, typed);
	const entries = [...found.flatMap((list) => list.slice(shown)), ...loaded.filter(isNamed)];
	const inOrder = byStart(entries);
	return {
		appointments: part === 0 ? inOrder : inOrder.reverse(),
		isLast: found.every(({ length }) => length < wanted),
	};
}

/** The service finds whole emails and codes, and what it takes for a name. */
function searchesFor(typed: string): AppointmentFilters[] {
	if (typed === '') return [{}];
	return typed.includes('@') ? [{ email: typed }] : [{ name: typed }, { search_code: typed }];
}

/** The service may refuse a name as a code. @throws if it refuses all */
async function anyOf<T>(requests: Array<Promise<T>>): Promise<T[]> {
	const outcomes = await Promise.allSettled(requests);
	const found = outcomes.filter((outcome) => outcome.status === 'fulfilled');
	return found.length > 0 ? found.map(({ value }) => value) : await Promise.all(requests);
}

function timeOf(part: number, zone: string | undefined): AppointmentFilters {
	const today = DateTime.now().setZone(zone ?? 'utc');
	const day = (days: number) => today.minus({ days }).toFormat('yyyy-MM-dd');
	const [from, until] = PARTS[part] ?? [];
	return {
		...(from !== undefined && { start_date: `${day(from)}T00:00:00` }),
		...(until !== undefined && { end_date: `${day(until)}T23:59:59` }),
	};
}

/** Starts with the time, because names may be as long as a row. */
function label(body: IDataObject, zone: string | undefined): string {
	const { start_date, person_name, calendar_name, status, search_code } = simplified(body);
	const shown = APPOINTMENT_STATUSES[status as AppointmentStatus] ?? status;
	const parts = [shownTime(start_date, zone), person_name, calendar_name, shown, search_code];
	return parts.filter((part) => part).join(' · ');
}

/** As the service writes it, unless a time zone is set. */
function shownTime(start: unknown, zone: string | undefined): string {
	const ms = instantOf(start, zone);
	if (ms === undefined) return String(start ?? '');
	const clock = (at: number) =>
		zone === undefined ? at + (offsetIn(start) ?? 0) : clockAt(at, zone);
	const time = DateTime.fromMillis(clock(ms), { zone: 'utc', locale: 'en' });
	const isThisYear = time.year === new Date(clock(Date.now())).getUTCFullYear();
	return time.toFormat(isThisYear ? 'ccc d LLL HH:mm' : 'ccc d LLL yyyy HH:mm');
}
