import { Replica } from './replica';
import type { Settings, Shape } from './settings';
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

/** The eleven of the API document, and the one that only the dashboard has. */
export type Status = (typeof STATUSES)[number] | 'DECLINED';

export interface Person {
	person_key: string;
	full_name: string;
	email?: string;
	phone?: string;
	external_id?: string;
	identification_code?: string;
	identification_type?: string;
}

/** An appointment with everything that the filters can ask for. */
export interface Appointment {
	appointment_key: string;
	search_code: string;
	status: Status;
	/** The moment it starts, in milliseconds, and the service's wall clock then. */
	start: number;
	wall: string;
	/** In minutes. */
	duration: number;
	calendar: { calendar_key: string; name: string };
	/** The first attendee, and the others. */
	person: Person;
	others: Person[];
	client_key: string;
	service_keys: string[];
	tag_keys: string[];
	owner_user: string;
	/** When it was made, in milliseconds of the service's clock. */
	created: number;
	/** Whether the client was mailed about its booking or cancellation. */
	email_sent: boolean;
	/** The shape in which it is always shown, whatever the others have. */
	shape?: Shape;
	/** How many were made before it. */
	nth: number;
}

export const isCancelled = (status: string): boolean =>
	status.startsWith('CANCELED') || status === 'DECLINED';

export const attendeesOf = ({ person, others }: Appointment): Person[] => [person, ...others];

export const endOf = ({ start, duration }: Pick<Appointment, 'start' | 'duration'>): number =>
	start + duration * 60_000;

const before = (a: Appointment, b: Appointment): number =>
	a.start - b.start ||
	(a.appointment_key < b.appointment_key ? -1 : Number(a.appointment_key > b.appointment_key));

/** The appointments, by key and in the order of booking. */
export class Appointments {
	private readonly byKey = new Map<string, Appointment>();
	private byStart: readonly Appointment[] | undefined;
	private readonly replica: Replica;

	constructor(
		private readonly zone: Zone,
		settings: Pick<Settings, 'lag'>,
	) {
		this.replica = new Replica(settings);
	}

	get(key: string): Appointment | undefined {
		return this.byKey.get(key);
	}

	/** All of them, by start and then by key. */
	list(): readonly Appointment[] {
		this.byStart ??= [...this.byKey.values()].sort(before);
		return this.byStart;
	}

	/** What a read shows of one, or of all, while the replica lags. */
	seen(key: string): Appointment | undefined {
		return this.replica.seen(key, this.byKey.get(key));
	}

	allSeen(): readonly Appointment[] {
		if (!this.replica.lags) return this.list();
		const keys = new Set([...this.byKey.keys(), ...this.replica.keys()]);
		return [...keys].flatMap((key) => this.seen(key) ?? []).sort(before);
	}

	/** `isOld`: it was there before anybody looked. */
	add(appointment: Appointment, isOld = false): void {
		const { appointment_key: key } = appointment;
		if (this.byKey.has(key)) throw new Error(`There is an appointment ${key} already.`);
		if (!isOld) this.replica.remember(key, undefined);
		this.byKey.set(key, appointment);
		this.byStart = undefined;
	}

	update(
		key: string,
		changes: Partial<Omit<Appointment, 'appointment_key' | 'wall'>>,
	): Appointment {
		const appointment = this.byKey.get(key);
		if (!appointment) throw new Error(`There is no appointment ${key}.`);
		this.replica.remember(key, appointment);
		Object.assign(appointment, changes, {
			wall: this.zone.wall(changes.start ?? appointment.start),
		});
		this.byStart = undefined;
		return appointment;
	}

	/** Deletes it without a trace, as nothing in the API does. */
	remove(key: string): void {
		this.replica.remember(key, this.byKey.get(key));
		this.byKey.delete(key);
		this.byStart = undefined;
	}

	/** Those of a calendar that are not canceled and overlap this time. */
	overlapping(
		{ calendar }: Pick<Appointment, 'calendar'>,
		time: Pick<Appointment, 'start' | 'duration'>,
	): Appointment[] {
		return [...this.byKey.values()].filter(
			(other) =>
				other.start < endOf(time) &&
				endOf(other) > time.start &&
				!isCancelled(other.status) &&
				other.calendar.calendar_key === calendar.calendar_key,
		);
	}
}
