import type { IDataObject } from 'n8n-workflow';

import { appointmentIn, isCanceled, type Appointment } from './appointment';
import { appointmentsIn, listAppointments } from './appointments';
import { isSameMinute, makeChange } from './changes';
import type { Client } from './client';
import { widerSpan } from './values/entered';
import { isSamePhone } from './values/phones';
import { folded } from './values/texts';

/** The body of POST /appointments/. What is not set is not sent. */
export interface Booking extends IDataObject {
	calendar_key: string;
	/** ISO 8601 with offset. */
	start: { dateTime: string };
	attendees: Array<IDataObject & { name: string; email?: string; phone?: string }>;
}

/** `created_at` and the `Date` of a response may have whole seconds. */
const MARGIN_MS = 1_000;

/**
 * If the outcome is unclear, the booking is found by calendar, start and client. It counts only if
 * `created_at` says that it was made since it was sent, and the client has a phone or an email.
 * Otherwise the outcome stays unclear.
 * @param returned the keys of earlier bookings of this run, which are others. The new key is added
 */
export async function create(
	client: Client,
	booking: Booking,
	returned: Set<string>,
): Promise<unknown> {
	const request = { method: 'POST', path: 'appointments/', body: booking } as const;
	const created = await makeChange(client, request, async (checking) => {
		if (!isIdentified(booking)) return undefined;
		const shown = await bookingsLike(checking, booking);
		const since = checking.changedAt - MARGIN_MS;
		const found = shown.filter(
			({ key, createdAt }) =>
				!returned.has(key) && createdAt !== undefined && createdAt.ms >= since,
		);
		// Of two, nobody knows which.
		return found.length === 1 ? { body: found[0]?.data } : undefined;
	});
	const key = appointmentIn(created)?.key;
	if (key !== undefined) returned.add(key);
	return created;
}

const isIdentified = ({ attendees: [first] }: Booking): boolean =>
	(first?.phone ?? first?.email) !== undefined;

/**
 * What this client has in this calendar at this start, and is not canceled: name, and every phone and
 * email that was given.
 */
export async function bookingsLike(client: Client, booking: Booking): Promise<Appointment[]> {
	const start = Date.parse(booking.start.dateTime);
	const days = widerSpan(start, start, client.zone ?? 'utc');
	const list = await listAppointments(client, { calendar_key: booking.calendar_key, ...days });
	const { appointments } = await appointmentsIn(list.entries, client.zone);
	return appointments.filter((shown) => isLike(shown, booking, start));
}

function isLike(shown: Appointment, { calendar_key, attendees }: Booking, start: number): boolean {
	const [wanted] = attendees;
	if (!wanted || isCanceled(shown)) return false;
	if (shown.calendar.key !== undefined && shown.calendar.key !== calendar_key) return false;
	const isSame = (one: string | undefined, other: string | undefined) =>
		other === undefined || folded(one ?? '') === folded(other);
	return (
		isSameMinute(shown.start, start) &&
		shown.people.some(
			({ name, email, phone }) =>
				isSame(name, wanted.name) &&
				isSame(email, wanted.email) &&
				(wanted.phone === undefined || isSamePhone(phone ?? '', wanted.phone)),
		)
	);
}
