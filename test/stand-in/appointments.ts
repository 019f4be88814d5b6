import type { Dialect } from './dialects';
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
	/** Whether it was cancelled by DELETE. */
	was_deleted: boolean;
	/** Whether its cancellation was mailed to the client. */
	email_sent: boolean;
}

export const isCancelled = (status: string): boolean => status.startsWith('CANCELED');

const before = (a: Appointment, b: Appointment): number =>
	a.start - b.start ||
	(a.appointment_key < b.appointment_key ? -1 : Number(a.appointment_key > b.appointment_key));

/** The appointments, by key and in the order of their start. */
export class Appointments {
	private readonly byKey = new Map<string, Appointment>();
	private sorted: Appointment[] = [];
	private inOrder = true;

	/** Grows with every change, so that what was worked out from the list can be kept. */
	version = 0;

	constructor(private readonly zone: Zone) {}

	get size(): number {
		return this.byKey.size;
	}

	get(key: string): Appointment | undefined {
		return this.byKey.get(key);
	}

	/** All of them, by start and then by key. */
	list(): readonly Appointment[] {
		if (!this.inOrder) {
			this.sorted.sort(before);
			this.inOrder = true;
		}
		return this.sorted;
	}

	/** All of them, in another order. */
	ordered(order: Dialect['order']): readonly Appointment[] {
		const byStart = this.list();
		switch (order) {
			case 'start':
				return byStart;
			case 'latestFirst':
				return [...byStart].reverse();
			case 'booking':
				return [...this.byKey.values()];
			case 'key':
				return [...byStart].sort((a, b) => (a.appointment_key < b.appointment_key ? -1 : 1));
		}
	}

	add(appointment: Appointment): void {
		if (this.byKey.has(appointment.appointment_key))
			throw new Error(`There is an appointment ${appointment.appointment_key} already.`);
		this.byKey.set(appointment.appointment_key, appointment);
		const last = this.sorted.at(-1);
		if (last && before(last, appointment) > 0) this.inOrder = false;
		this.sorted.push(appointment);
		this.version++;
	}

	update(
		key: string,
		changes: Partial<Omit<Appointment, 'appointment_key' | 'wall'>>,
	): Appointment {
		const appointment = this.byKey.get(key);
		if (!appointment) throw new Error(`There is no appointment ${key}.`);
		Object.assign(appointment, changes);
		if (changes.start !== undefined) {
			appointment.wall = this.zone.wall(appointment.start);
			this.inOrder = false;
		}
		this.version++;
		return appointment;
	}

	/** Deletes it without a trace, as nothing in the API does. */
	remove(key: string): void {
		this.byKey.delete(key);
		this.sorted = this.sorted.filter(({ appointment_key }) => appointment_key !== key);
		this.version++;
	}

	/** Whether another appointment of this calendar that is not cancelled starts at this moment. */
	taken(appointment: Pick<Appointment, 'calendar'>, start: number): boolean {
		return this.list().some(
			(other) =>
				other.start === start &&
				other !== appointment &&
				!isCancelled(other.status) &&
				other.calendar.calendar_key === appointment.calendar.calendar_key,
		);
	}
}
