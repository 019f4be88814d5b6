import type { IDataObject } from 'n8n-workflow';

import { calendarKeyOf, listAppointments } from '../../service/appointments';
import { calendarNameOf } from '../../service/calendars';
import { InputError } from '../../service/core/errors';
import type { AppointmentFilters } from '../../service/core/vocabulary';
import { sameKey } from '../../service/values/keys';
import type { Call } from '../operation';

/** Without a start, some services list only what is to come. */
const EVER: AppointmentFilters = { start_date: '2000-01-01T00:00:00' };

/**
 * The name of a calendar; null if the service does not say it. The API documentation has no list of
 * calendars, so only an appointment shows that a calendar exists.
 * @param known appointments of the days
 * @throws InputError for a calendar that no appointment was ever in, unless it is said to be new
 */
export async function knownName(
	{ client, once, hint }: Call,
	{ key, field, isNew }: { key: string; field: string; isNew: boolean },
	known: IDataObject[],
): Promise<string | null> {
	const isIn = (appointment: IDataObject) => sameKey(calendarKeyOf(appointment), key);
	const any = async (filters: AppointmentFilters) =>
		await once(`any:${JSON.stringify(filters)}`, async () => {
			return (await listAppointments(client, { ...filters, ...EVER }, 1)).elements;
		});
	const listed = known.some(isIn) ? known : await any({ calendar_key: key });
	const own = listed.find(isIn) ?? listed.find((one) => calendarKeyOf(one) === undefined);
	if (own || isNew) return own ? calendarNameOf(own) : null;
	if (listed.length === 0 && (known.length > 0 || (await any({})).length > 0)) {
		throw new InputError(
			field,
			`no appointment was ever in the calendar ${key}`,
			"Check the key. If the calendar is new, add the option 'New Calendar'",
		);
	}
	hint(`No appointment shows whether there is a calendar ${key}: check its key`);
	return null;
}
