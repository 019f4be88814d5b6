import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { zoneOf, type Zone } from '../n8n/zone';
import { optionIn } from './zone';
import { listAppointments, simplified } from '../service/appointments';
import { compactIso } from '../service/values/dates';
import {
	APPOINTMENT_STATUSES,
	type AppointmentFilters,
	type AppointmentStatus,
} from '../service/vocabulary';

const MOST_SHOWN = 100;
const TIME = 'yyyy-MM-dd HH:mm';

/** Appointments to choose from: those from today on, or those whose name, email or code was typed. */
export async function searchAppointments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(this);
		const zone = zoneOf(this, client, optionIn(this));
		const today = DateTime.now().setZone(zone.name).toFormat("yyyy-MM-dd'T'00:00:00");
		const lists = await Promise.all(
			filtersFor(filter?.trim() ?? '', today).map(
				async (filters) => await listAppointments(client, filters, MOST_SHOWN),
			),
		);
		const byKey = new Map(
			lists
				.flatMap(({ elements }) => elements)
				.filter(({ appointment_key }) => appointment_key !== undefined && appointment_key !== null)
				.map((found) => [String(found.appointment_key), found]),
		);
		return {
			results: [...byKey].map(([value, appointment]) => ({
				name: label(appointment, zone),
				value,
			})),
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function filtersFor(typed: string, today: string): AppointmentFilters[] {
	if (typed === '') return [{ start_date: today }];
	return typed.includes('@') ? [{ email: typed }] : [{ name: typed }, { search_code: typed }];
}

function label(body: IDataObject, zone: Zone): string {
	const { start_date, person_name, search_code, status } = simplified(body);
	const when = timeOf(start_date, zone);
	const state = APPOINTMENT_STATUSES[status as AppointmentStatus] ?? status;
	return [when, person_name, search_code, state].filter((part) => part).join(' · ');
}

/** In the chosen zone, or as the service writes it if nobody chose one. */
function timeOf(start: unknown, zone: Zone): string {
	const text = compactIso(String(start ?? ''));
	const written = DateTime.fromISO(text, { zone: zone.name, setZone: true });
	if (!written.isValid) return text;
	return (zone.chosenIn === 'workflow' ? written : written.setZone(zone.name)).toFormat(TIME);
}
