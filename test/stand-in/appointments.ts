import type { Dialect } from './dialect';
import type { Zone } from './zone';

export const STATUSES = [
	'CONFIRMED',
	'PENDING',
	'ATTENDED',
	'IN_PROGRESS',
	'NO_SHOW',
	'CANCELED',
	'CANCELED_CLIENT',
	'CANCELED_GOOGLE',
	'PENDING_PAYMENT',
	'PENDING_FORM',
	'PENDING_COMPANIONS',
] as const;

export type Status = (typeof STATUSES)[number];

/** An appointment with everything that the filters can ask for. */
export interface Appointment {
	appointment_key: string;
	search_code: string;
	status: Status;
	/** The moment it starts, in milliseconds, and the service's wall clock then. */
	start: number;
	wall: string;
	calendar: { calendar_key: string; name: string };
	person: { person_key: string; full_name: string; email: string };
	client_key: string;
	phone: string;
	identification_code: string;
	external_id: string;
	service_keys: string[];
	tag_keys: string[];
	owner_user: string;
	/** The service's wall clock when it was made. */
	created_at: string;
	duration: number;
	notes: string;
	/** Whether its cancellation was mailed to the client. */
	email_sent: boolean;
}

export const isCancelled = (status: string): boolean => status.startsWith('CANCELED');

const before = (a: Appointment, b: Appointment): number =>
	a.start - b.start ||
	(a.appointment_key < b.appointment_key ? -1 : Number(a.appointment_key > b.appointment_key));

/** The appointments, by key and in the order of booking. */
export class Appointments {
	private readonly byKey = new Map<string, Appointment>();
	private byStart: readonly Appointment[] | undefined;

	constructor(private readonly zone: Zone) {}

	get(key: string): Appointment | undefined {
		return this.byKey.get(key);
	}

	/** All of them; by default by start and then by key. */
	list(order: Dialect['order'] = 'start'): readonly Appointment[] {
		this.byStart ??= [...this.byKey.values()].sort(before);
		return order === 'start' ? this.byStart : [...this.byStart].reverse();
	}

	add(appointment: Appointment): void {
		const { appointment_key: key } = appointment;
		if (this.byKey.has(key)) throw new Error(`There is an appointment ${key} already.`);
		this.byKey.set(key, appointment);
		this.changed();
	}

	update(
		key: string,
		changes: Partial<Omit<Appointment, 'appointment_key' | 'wall'>>,
	): Appointment {
		const appointment = this.byKey.get(key);
		if (!appointment) throw new Error(`There is no appointment ${key}.`);
		Object.assign(appointment, changes, {
			wall: this.zone.wall(changes.start ?? appointment.start),
		});
		this.changed();
		return appointment;
	}

	/** Deletes it without a trace, as nothing in the API does. */
	remove(key: string): void {
		this.byKey.delete(key);
		this.changed();
	}

	/** Whether another appointment of this calendar that is not cancelled starts at this moment. */
	taken(appointment: Pick<Appointment, 'calendar'>, start: number): boolean {
		return [...this.byKey.values()].some(
			(other) =>
				other.start === start &&
				other !== appointment &&
				!isCancelled(other.status) &&
				other.calendar.calendar_key === appointment.calendar.calendar_key,
		);
	}

	private changed(): void {
		this.byStart = undefined;
	}
}
