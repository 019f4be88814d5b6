import type { IDataObject } from 'n8n-workflow';

import { pauses } from '../../../concurrency/wait';
import { appointmentIn } from '../../../service/appointment';
import { appointmentsIn } from '../../../service/appointments';
import { FOREVER, wallClock } from '../../../service/values/dates';
import { wholeDays } from '../../../service/values/entered';
import { keyIn } from '../../../service/values/keys';
import type { Call } from '../../operation';
import { isOfClient, NO_PHONE_SHOWN, showsPhone } from './clientPhone';
import type { Days } from '../when';

/** Those in which an attendee has this number. */
export async function ofClient(
	{ client, hintUser }: Call,
	entries: IDataObject[],
	phone: string,
): Promise<IDataObject[]> {
	const { appointments } = await appointmentsIn(entries, client.zone);
	if (entries.length > 0 && !appointments.some(showsPhone)) hintUser(NO_PHONE_SHOWN);
	return appointments.filter((one) => isOfClient(one, phone)).map(({ data }) => data);
}

/**
 * Those that start on these days, in order of start. Hints say what was left out because it is of other
 * days, and what may be of other days because its start cannot be read.
 */
export async function ofDays(
	call: Call,
	entries: IDataObject[],
	[first, last]: Days,
): Promise<IDataObject[]> {
	const zone = call.zone();
	const { end_date: lastAsked } = wholeDays(first, last, zone);
	const found: Array<{ entry: IDataObject; start: number }> = [];
	let [otherDays, unreadable] = [0, 0];
	const pause = pauses();
	for (const entry of entries) {
		await pause();
		const one = appointmentIn(entry, zone);
		const start = one?.start?.ms;
		const clock = start === undefined ? undefined : wallClock(start, zone);
		if (clock === undefined || (clock >= first && clock.slice(0, 10) <= last)) {
			found.push({ entry, start: start ?? FOREVER });
			if (one && clock === undefined) unreadable += 1;
			// Where clocks have midnight twice, the service is asked for a second of the day after, too.
		} else if (clock < first || clock > lastAsked) otherDays += 1;
	}
	if (otherDays > 0) {
		call.hint(
			`Appointments of other days in ${zone} came as well, and were left out: ${otherDays}. The time zone of the account may be another one than 'Service Timezone' in the credential`,
		);
	}
	if (unreadable > 0) {
		call.hint(
			`Appointments whose start cannot be read are the last ones, and may be of other days: ${unreadable}`,
		);
	}
	return found.sort((a, b) => a.start - b.start).map(({ entry }) => entry);
}

/** What is passed through as it came. */
export function hintUnusual({ hint }: Call, found: IDataObject[]): void {
	const count = found.filter((one) => keyIn(one.appointment_key) === undefined).length;
	if (count > 0)
		hint(`Entries without an appointment_key are passed through as they came: ${count}`);
}
