import { DateTime } from 'luxon';

import type { AppointmentFilters } from '../../service/core/vocabulary';
import type { Call } from './operation';

/** A model takes what it gets for what it asked for. */
export function tellStarts({ tell }: Call, { start_date, end_date }: AppointmentFilters): void {
	const parts = [start_date && `from ${start_date}`, end_date && `to ${end_date}`];
	const asked = parts.filter(Boolean).join(' ');
	tell(`Asked for starts ${asked === '' ? 'at any time' : asked}`);
}

/** A model knows neither the moment nor the zone. */
export const tellNow = (call: Call): void => call.tell(`It is now ${presentMoment(call)}`);

export function presentMoment({ zoneIfSet }: Call): string {
	const zone = zoneIfSet() ?? 'UTC';
	const now = DateTime.now().setZone(zone).setLocale('en');
	return `${now.toFormat("cccc yyyy-MM-dd'T'HH:mm:ssZZ")} in ${zone}`;
}
