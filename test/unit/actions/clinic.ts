import type { Appointment, Booking, Service, ServiceOptions } from '../../stand-in';
import { service } from '../support/service';

export const DAY = '2030-12-03';
const name = 'Dr. Sílva';

/** The service of a test, and the key of the calendar of Dr. Silva there. */
export let at: Service;
export let silva: string;

/** A clinic in São Paulo, with a calendar that is open from 08:00 to 18:00 unless told otherwise. */
export async function start(options: ServiceOptions = {}, hours: object = {}): Promise<void> {
	at = await service({ zone: 'America/Sao_Paulo', ...options });
	silva = at.calendars.add({ name, opens: '08:00', closes: '18:00', ...hours }).key;
}

/** An appointment in that calendar, by default of Ana Lima at 10:00. */
export const booked = (more: Booking = {}): Appointment =>
	at.seed(1, {
		start_date: `${DAY}T10:00:00`,
		calendar: { calendar_key: silva, name },
		status: 'CONFIRMED',
		duration: 30,
		person: { full_name: 'Ana Lima', phone: '+5511999990000', email: undefined },
		...more,
	})[0]!;
