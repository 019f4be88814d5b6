import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { connect } from '../n8n/connect';
import { zoneOf, type Zone } from '../n8n/zone';
import { listAppointments, simplified } from '../service/appointments';
import type { ServiceClient } from '../service/http/client';
import { compactIso, instantOf } from '../service/values/dates';
import { keyIn } from '../service/values/keys';
import {
	APPOINTMENT_STATUSES,
	type AppointmentFilters,
	type AppointmentStatus,
} from '../service/vocabulary';
import { toListError } from './failure';
import { optionIn } from './zone';

const PAGE_SIZE = 100;
/** How many days back each part of the list reaches. The last part has no limit. */
const DAYS_BACK = [0, 30, 120, 480];
const FILTER_DAY = "yyyy-MM-dd'T'";

/** Where the next page begins: a part of the list, and how many of its entries were shown. */
interface Place {
	part: number;
	shown: number;
}

/**
 * The appointments of From List. Without a search text: from today on, then further back with each
 * page. Otherwise those whose name, email or code matches.
 */
export async function searchAppointments(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(this);
		const zone = zoneOf(this, client, optionIn(this));
		const typed = filter?.trim() ?? '';
		if (typed !== '') return { results: rows(await found(client, typed), zone) };
		const { part, shown } = placeIn(paginationToken);
		const wanted = shown + PAGE_SIZE;
		const { elements } = await listAppointments(client, timeOf(part, zone), wanted);
		const next =
			elements.length >= wanted
				? { part, shown: wanted }
				: part < DAYS_BACK.length && { part: part + 1, shown: 0 };
		const page = byStart(elements.slice(shown), zone);
		return {
			results: rows(part === 0 ? page : page.reverse(), zone),
			...(next && { paginationToken: JSON.stringify(next) }),
		};
	} catch (error) {
		throw toListError(this.getNode(), error);
	}
}

function placeIn(token: string | undefined): Place {
	const { part, shown } = JSON.parse(token ?? '{}') as Partial<Place>;
	return { part: part ?? 0, shown: shown ?? 0 };
}

function timeOf(part: number, zone: Zone): AppointmentFilters {
	const today = DateTime.now().setZone(zone.name);
	const day = (index: number) => today.minus({ days: DAYS_BACK[index] }).toFormat(FILTER_DAY);
	if (part === 0) return { start_date: `${day(0)}00:00:00` };
	const until = today.minus({ days: (DAYS_BACK[part - 1] ?? 0) + 1 }).toFormat(FILTER_DAY);
	return {
		...(part < DAYS_BACK.length && { start_date: `${day(part)}00:00:00` }),
		end_date: `${until}23:59:59`,
	};
}

async function found(client: ServiceClient, typed: string): Promise<IDataObject[]> {
	const filters: AppointmentFilters[] = typed.includes('@')
		? [{ email: typed }]
		: [{ name: typed }, { search_code: typed }];
	const lists = await Promise.all(
		filters.map(async (filter) => await listAppointments(client, filter, PAGE_SIZE)),
	);
	return lists.flatMap(({ elements }) => elements);
}

const byStart = (appointments: IDataObject[], { name }: Zone): IDataObject[] => {
	const start = ({ start_date }: IDataObject) => instantOf(start_date, name) ?? Infinity;
	return [...appointments].sort((a, b) => (start(a) === start(b) ? 0 : start(a) - start(b)));
};

/** Each appointment once. */
function rows(appointments: IDataObject[], zone: Zone): INodeListSearchResult['results'] {
	const labels = new Map<string, string>();
	for (const appointment of appointments) {
		const key = keyIn(appointment.appointment_key);
		if (key !== undefined) labels.set(key, label(appointment, zone));
	}
	return [...labels].map(([value, name]) => ({ name, value }));
}

/** Starts with the name, because the editor cuts off long rows. */
function label(body: IDataObject, zone: Zone): string {
	const { start_date, person_name, search_code, status } = simplified(body);
	const state = APPOINTMENT_STATUSES[status as AppointmentStatus] ?? status;
	const parts = [person_name, shownTime(start_date, zone), search_code, state];
	return parts.filter((part) => part).join(' · ');
}

/** In the time zone that was set, or as the service writes it if none was. */
function shownTime(start: unknown, { name: zone, chosenIn }: Zone): string {
	const text = compactIso(String(start ?? ''));
	const written = DateTime.fromISO(text, { zone, setZone: true, locale: 'en' });
	if (!written.isValid) return text;
	const time = chosenIn === 'workflow' ? written : written.setZone(zone);
	const isThisYear = time.year === DateTime.now().setZone(zone).year;
	return time.toFormat(isThisYear ? 'ccc d LLL HH:mm' : 'ccc d LLL yyyy HH:mm');
}
