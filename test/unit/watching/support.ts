import type { IDataObject } from 'n8n-workflow';

import {
	appointmentIn,
	type Appointment,
} from '../../../nodes/AppointmentScheduling/service/appointment';
import { Book, type Change } from '../../../nodes/AppointmentScheduling/watching/book';
import type { Rules } from '../../../nodes/AppointmentScheduling/watching/difference';

export const DAY = 86_400_000;
export const HOUR = 3_600_000;
export const KEY = '8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10';
export const RULES: Rules = { isReady: () => true, isSelected: () => true };

const NOW = Math.floor(Date.now() / 1_000) * 1_000;

/** A moment, in days from now. */
export const inDays = (days: number) => new Date(NOW + days * DAY).toISOString();

/** In the shape with `created_at`: made a day ago. */
export const appointment = (more: IDataObject = {}): IDataObject => ({
	appointment_key: KEY,
	status: 'CONFIRMED',
	start: { dateTime: inDays(1), timeZone: 'UTC' },
	calendar: { calendar_key: 'cal-a', calendar_name: 'Ana' },
	attendees: [{ name: 'Client', email: 'client@example.com' }],
	created_at: { dateTime: inDays(-1), timeZone: 'UTC' },
	...more,
});

export const fresh = { created_at: { dateTime: inDays(0), timeZone: 'UTC' } };
export const starting = (days: number) => ({ start: { dateTime: inDays(days), timeZone: 'UTC' } });
export const read = (data: IDataObject): Appointment => appointmentIn(data)!;

/** A book that began two hours ago. */
export function recorded(...appointments: IDataObject[]): Book {
	const book = new Book();
	for (const data of appointments) see(book, data);
	book.account = 'account';
	book.since = Date.now() - 2 * HOUR;
	return book;
}

export const see = (book: Book, data: IDataObject, rules = RULES): Change | undefined =>
	book.observe(read(data), performance.now(), rules);
