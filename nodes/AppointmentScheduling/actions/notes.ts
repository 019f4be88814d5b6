import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';

import type { AppointmentFilters } from '../service/core/vocabulary';
import { contradictionIn } from '../service/values/contradiction';
import type { Call } from './operation';

/**
 * About a list. If the service contradicts the zone, hours may be wrong. A model takes what it gets
 * for what it asked for, and knows neither the moment nor the zone.
 */
export function noteList(
	call: Call,
	{ start_date: from, end_date: to }: AppointmentFilters,
	found: IDataObject[],
): void {
	const zone = call.zoneIfSet();
	const starts = found.map(({ start_date }) => start_date);
	const contradiction = zone === undefined ? undefined : contradictionIn(starts, zone);
	if (contradiction !== undefined) call.hint(contradiction);
	const asked = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
	call.note(`Asked for starts ${asked || 'at any time'}`);
	call.note(`It is now ${presentMoment(call)}`);
}

export function presentMoment({ zoneIfSet }: Call): string {
	const zone = zoneIfSet() ?? 'UTC';
	const now = DateTime.now().setZone(zone).setLocale('en');
	return `${now.toFormat("cccc yyyy-MM-dd'T'HH:mm:ssZZ")} in ${zone}`;
}
