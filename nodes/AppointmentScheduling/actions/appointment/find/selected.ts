import type { IDataObject } from 'n8n-workflow';

import { pauses } from '../../../concurrency/wait';
import { appointmentIn } from '../../../service/appointment';
import { appointmentsIn } from '../../../service/appointments';
import { FOREVER, wallClock } from '../../../service/values/dates';
import { spanOfDays, wholeDays } from '../../../service/values/entered';
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
	days: Days,
): Promise<IDataObject[]> {
	const [from, to] = spanOfDays(...days, call.zone());
	const isAsked = askedFor(days, call.zone());
	const found: Array<{ entry: IDataObject; start: number }> = [];
	let [otherDays, unreadable] = [0, 0];
	const pause = pauses();
	for (const entry of entries) {
		await pause();
		const one = appointmentIn(entry, call.client.zone);
		const start = one?.start?.ms;
		if (start === undefined || (start >= from && start < to)) {
			found.push({ entry, start: start ?? FOREVER });
		} else if (!isAsked(start)) otherDays += 1;
		if (one && start === undefined) unreadable += 1;
	}
	hintDays(call, otherDays, unreadable);
	return found.sort((a, b) => a.start - b.start).map(({ entry }) => entry);
}

/** Where clocks have midnight twice, the service is asked for a second of the day after, too. */
function askedFor(days: Days, zone: string): (start: number) => boolean {
	const { start_date, end_date } = wholeDays(...days, zone);
	return (start) => {
		const clock = wallClock(start, zone);
		return start_date <= clock && clock <= end_date;
	};
}

function hintDays({ hint, zone }: Call, otherDays: number, unreadable: number): void {
	if (otherDays > 0) {
		hint(
			`Appointments of other days in ${zone()} came as well, and were left out: ${otherDays}. The time zone of the account may be another one than 'Service Timezone' in the credential`,
		);
	}
	if (unreadable > 0) {
		hint(
			`Appointments whose start cannot be read are the last ones, and may be of other days: ${unreadable}`,
		);
	}
}

/** What is passed through as it came. */
export function hintUnusual({ hint }: Call, found: IDataObject[]): void {
	const count = found.filter((one) => keyIn(one.appointment_key) === undefined).length;
	if (count > 0)
		hint(`Entries without an appointment_key are passed through as they came: ${count}`);
}
