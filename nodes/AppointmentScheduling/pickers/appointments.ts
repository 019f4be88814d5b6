import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { connect } from '../n8n/connect';
import { toNodeError } from '../n8n/errors';
import { listAppointments, simplified } from '../service/appointments';
import {
	APPOINTMENT_STATUSES,
	type AppointmentFilters,
	type AppointmentStatus,
} from '../service/vocabulary';

const MOST_SHOWN = 100;

/** Appointments to choose from: those from today on, or those whose name, email or code was typed. */
export async function searchAppointments(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(this);
		const today = DateTime.now().setZone(this.getTimezone()).toFormat("yyyy-MM-dd'T'00:00:00");
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
			results: [...byKey].map(([value, appointment]) => ({ name: label(appointment), value })),
		};
	} catch (error) {
		throw toNodeError(this.getNode(), error);
	}
}

function filtersFor(typed: string, today: string): AppointmentFilters[] {
	if (typed === '') return [{ start_date: today }];
	return typed.includes('@') ? [{ email: typed }] : [{ name: typed }, { search_code: typed }];
}

function label(body: IDataObject): string {
	const { start_date, person_name, search_code, status } = simplified(body);
	const when = String(start_date ?? '')
		.replace('T', ' ')
		.slice(0, 16);
	const state = APPOINTMENT_STATUSES[status as AppointmentStatus] ?? status;
	return [when, person_name, search_code, state].filter((part) => part).join(' · ');
}
