import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DateTime } from 'luxon';

import { listAppointments, simplified } from '../service/appointments';
import { keyIn } from '../service/values/keys';
import { contains, list } from './list';

const MOST_READ = 500;
const DAYS_BACK = 30;

/** The calendars of recent appointments, because no operation lists calendars. */
export async function searchCalendars(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	return await list(this, async (client, zone) => {
		const since = DateTime.now().minus({ days: DAYS_BACK }).setZone(zone.name);
		const start_date = since.toFormat("yyyy-MM-dd'T'00:00:00");
		const { elements } = await listAppointments(client, { start_date }, MOST_READ);
		const names = new Map<string, string>();
		for (const { calendar_key, calendar_name: name } of elements.map(simplified)) {
			const key = keyIn(calendar_key);
			if (key !== undefined) names.set(key, typeof name === 'string' ? name : key);
		}
		const found = [...names].filter(([key, name]) => contains(`${name} ${key}`, filter));
		return { names: new Map(found.sort(([, a], [, b]) => a.localeCompare(b))) };
	});
}
