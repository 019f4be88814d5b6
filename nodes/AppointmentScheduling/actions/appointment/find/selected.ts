import type { IDataObject } from 'n8n-workflow';

import { appointmentIn, type Appointment } from '../../../service/appointment';
import { pauses } from '../../../service/pauses';
import { FOREVER, wallClock } from '../../../service/values/dates';
import { spanOfDays, wholeDays } from '../../../service/values/entered';
import { keyIn } from '../../../service/values/keys';
import { isSamePhone } from '../../../service/values/phones';
import type { Call } from '../../operation';
import { NO_PHONE_SHOWN } from './clientPhone';
import type { Days } from '../when';

/** What counts of a list, besides what the service was asked for. */
interface Selection {
	/** In order of start. */
	days?: Days;
	/** Of an attendee. */
	phone?: string;
}

/** Hints say what was left out because it may be of other days, or cannot be read. */
export async function selected(
	call: Call,
	entries: IDataObject[],
	{ days, phone }: Selection,
): Promise<IDataObject[]> {
	const { zone } = call.client;
	const [from, to] = days ? spanOfDays(...days, call.zone()) : [-FOREVER, FOREVER];
	const found: Array<{ entry: IDataObject; start: number }> = [];
	const isAsked = days ? askedFor(days, call.zone()) : () => true;
	const counts = { otherDays: 0, unreadable: 0 };
	let isPhoneShown = entries.length === 0;
	const pause = pauses();
	for (const entry of entries) {
		await pause();
		const one = appointmentIn(entry, zone);
		isPhoneShown ||= one?.people.some((person) => person.phone !== undefined) ?? false;
		if (phone !== undefined && !isOfClient(one, phone)) continue;
		const start = one?.start?.ms;
		if (start === undefined || (start >= from && start < to)) {
			found.push({ entry, start: start ?? FOREVER });
		} else if (!isAsked(start)) counts.otherDays += 1;
		if (one && start === undefined) counts.unreadable += 1;
	}
	if (phone !== undefined && !isPhoneShown) call.hintUser(NO_PHONE_SHOWN);
	if (!days) return found.map(({ entry }) => entry);
	hintDays(call, counts);
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

const isOfClient = (one: Appointment | undefined, phone: string): boolean =>
	one?.people.some((person) => isSamePhone(person.phone ?? '', phone)) ?? false;

function hintDays({ hint, zone }: Call, counts: { otherDays: number; unreadable: number }): void {
	const { otherDays, unreadable } = counts;
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
