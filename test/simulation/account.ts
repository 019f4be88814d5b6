import type { IDataObject } from 'n8n-workflow';

import { Zone } from '../stand-in/zone';
import type { Dialect } from './circumstances';
import { currentTime } from './clock';

/** An appointment as it was for some time. */
export interface Version {
	/** 0 for the booking. */
	number: number;
	/** Counts the changes of what is compared. */
	state: number;
	start: number;
	status: string;
	calendar: string;
	note: number;
	/** ms since the epoch. */
	at: number;
}

export interface Appointment {
	key: string;
	account: Account;
	versions: Version[];
	deletedAt: number;
	/** What the API has answered about it, when first and when last. */
	shown: Array<{ json: string; from: number; at: number }>;
	/** When the API has said that there is no such appointment. */
	denied: number[];
}

/** Something that happened, as the service notifies of it. */
export interface Event {
	appointment: Appointment;
	version: Version;
	kind: string;
	body: IDataObject;
}

export interface Webhook {
	webhook_key: string;
	url: string;
	events: string[];
}

export const CREATED = 'appointment.created';
export const UPDATED = 'appointment.updated';
export const CANCELED = 'appointment.canceled';

export const latest = ({ versions }: Appointment): Version => versions.at(-1)!;

export const versionAt = ({ versions }: Appointment, at: number): Version | undefined =>
	versions.findLast((version) => version.at <= at);

export const isCanceled = (status: string): boolean => status.startsWith('CANCELED');

/** Until when an appointment was like this. */
export const endOf = ({ versions, deletedAt }: Appointment, { state }: Version): number =>
	Math.min(versions.find((later) => later.state > state)?.at ?? Infinity, deletedAt);

/** The appointments and webhooks of one account. */
export class Account {
	readonly appointments = new Map<string, Appointment>();
	readonly events: Event[] = [];
	webhooks: Webhook[] = [];
	readonly zone: Zone;
	private clock = 0;

	constructor(
		readonly name: string,
		readonly dialect: Dialect,
	) {
		this.zone = new Zone(dialect.zone);
	}

	book(start: number, calendar: string, status: string): void {
		const key = `${this.name}0000000-${this.appointments.size}`;
		const none = { versions: [], deletedAt: Infinity, shown: [], denied: [] };
		const appointment: Appointment = { key, account: this, ...none };
		this.appointments.set(key, appointment);
		this.add(appointment, { start, status, calendar, note: 0 }, CREATED);
	}

	change(which: number, to: (now: Version) => Partial<Version>): void {
		const appointment = this.choose(which);
		if (!appointment) return;
		const now = latest(appointment);
		const { start, status, calendar, note } = { ...now, ...to(now) };
		const isOther = start !== now.start || status !== now.status || calendar !== now.calendar;
		if (!isOther && note === now.note) return;
		const kind = isCanceled(status) && !isCanceled(now.status) ? CANCELED : UPDATED;
		this.add(appointment, { start, status, calendar, note }, kind);
	}

	delete(which: number): void {
		const appointment = this.choose(which);
		if (appointment) appointment.deletedAt = currentTime();
	}

	/** As the API shows it, in a list or by its key. `revision` tells the rules which version it is. */
	shown({ key }: Appointment, version: Version, isListed = false): IDataObject {
		const { start, status, calendar, note, number } = version;
		const { dates, lacksCalendar } = this.dialect;
		const isLocal = dates === 'wallClock' || (dates.startsWith('mixed') && isListed);
		const utc = `${new Date(start).toISOString().slice(0, 19)}Z`;
		const isUtc = dates === 'utc' || dates === 'mixedUtc';
		const start_date = isLocal ? this.zone.wall(start) : isUtc ? utc : this.zone.iso(start);
		const isLacking = lacksCalendar === (isListed ? 'lists' : 'keys');
		return {
			appointment_key: key,
			search_code: key.toUpperCase(),
			status,
			start_date,
			...(!isLacking && { calendar: { calendar_key: calendar, name: calendar } }),
			person: { full_name: `Client ${note}`, email: 'client@example.com' },
			revision: number,
		};
	}

	/** What a trigger can compare of a version. */
	stateOf({ start, status, calendar }: Omit<Version, 'number' | 'at' | 'state'>): string {
		const { dates } = this.dialect;
		const isMoment = dates === 'offset' || dates === 'utc';
		const comparable = isCanceled(status) ? 'CANCELED' : status;
		return [isMoment ? start : this.zone.wall(start), comparable, calendar].join(' ');
	}

	private choose(which: number): Appointment | undefined {
		const all = [...this.appointments.values()].filter(({ deletedAt }) => deletedAt === Infinity);
		return all[which % Math.max(1, all.length)];
	}

	private add(
		appointment: Appointment,
		content: Omit<Version, 'number' | 'at' | 'state'>,
		kind: string,
	): void {
		const { versions } = appointment;
		const former = versions.at(-1);
		const isSame = former && this.stateOf(former) === this.stateOf(content);
		const state = former ? former.state + (isSame ? 0 : 1) : 0;
		const version = { ...content, number: versions.length, state, at: currentTime() };
		versions.push(version);
		// Every event has its own timestamp.
		this.clock = Math.max(this.clock + 1, currentTime());
		const timestamp = this.zone.iso(this.clock, 3);
		const body = { event: kind, timestamp, data: this.shown(appointment, version) };
		this.events.push({ appointment, version, kind, body });
	}
}
