import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { connect } from '../n8n/connect';
import { zoneOf } from '../n8n/zone';
import { listAppointments, simplified } from '../service/appointments';
import { keyIn } from '../service/values/keys';
import { toListError } from './failure';
import { optionIn } from './zone';

const MOST_READ = 500;
const DAYS_BACK = 30;

/** The calendars of recent appointments, because the document has no list of calendars. */
export async function searchCalendars(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await connect(this);
		const since = DateTime.now()
			.minus({ days: DAYS_BACK })
			.setZone(zoneOf(this, client, optionIn(this)).name);
		const start_date = since.toFormat("yyyy-MM-dd'T'00:00:00");
		const { elements } = await listAppointments(client, { start_date }, MOST_READ);
		const names = new Map<string, string>();
		for (const { calendar_key, calendar_name: name } of elements.map(simplified)) {
			const key = keyIn(calendar_key);
			if (key !== undefined) names.set(key, typeof name === 'string' ? name : key);
		}
		const typed = filter?.trim().toLowerCase() ?? '';
		return {
			results: [...names]
				.map(([value, name]) => ({ name, value }))
				.filter(({ name, value }) => `${name} ${value}`.toLowerCase().includes(typed))
				.sort((a, b) => a.name.localeCompare(b.name)),
		};
	} catch (error) {
		throw toListError(this.getNode(), error);
	}
}
