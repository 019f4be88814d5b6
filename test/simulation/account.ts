import type { IDataObject } from 'n8n-workflow';

import { Zone } from '../stand-in/zone';
import type { Dialect } from './circumstances';
import { currentTime, DAY } from './clock';

/** An appointment as it was for some time. */
export interface Version {
	/** 0 for the booking. */
	number: number;
	start: number;
	status: string;
	note: number;
	/** ms since the epoch. */
	at: number;
}

export interface Appointment {
	key: string;
	calendar: string;
	versions: Version[];
	deletedAt: number;
}

/** Something that happened, as the service notifies of it. */
export interface Event {
	appointment: Appointment;
	version: Version;
	kind: string;
	timestamp: string;
	data: IDataObject;
}

export interface Webhook {
	webhook_key: string;
	url: string;
	events: string[];
}

export const CREATED = 'appointment.created';
export const UPDATED = 'appointment.updated';
export const CANCELED = 'appointment.canceled';
export const ATTENDED = 'appointment.attended';

export const latest = ({ versions }: Appointment): Version => versions.at(-1)!;

export const versionAt = ({ versions }: Appointment, at: number): Version | undefined =>
	versions.findLast((version) => version.at <= at);

export const isCanceled = (status: string): boolean => status.startsWith('CANCELED');

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
		const appointment: Appointment = { key, calendar, versions: [], deletedAt: Infinity };
		this.appointments.set(key, appointment);
		this.add(appointment, { start, status, note: 0 }, [CREATED]);
	}

	change(which: number, to: (now: Version) => Partial<Version>): void {
		const appointment = this.choose(which);
		if (!appointment) return;
		const now = latest(appointment);
		const { start, status, note } = { ...now, ...to(now) };
		if (start === now.start && status === now.status && note === now.note) return;
		const kinds = [isCanceled(status) && !isCanceled(now.status) ? CANCELED : UPDATED];
		if (status === 'ATTENDED' && now.status !== 'ATTENDED') kinds.push(ATTENDED);
		this.add(appointment, { start, status, note }, kinds);
	}

	delete(which: number): void {
		const appointment = this.choose(which);
		if (appointment) appointment.deletedAt = currentTime();
	}

	/** As the API shows it. `revision` tells the rules which version it is. */
	shown({ key, calendar }: Appointment, version: Version, dates = this.dialect.dates): IDataObject {
		const { start, status, note, number } = version;
		const isLocal = ['wallClock', 'mixed', 'mixedUtc'].includes(dates);
		const utc = `${new Date(start).toISOString().slice(0, 19)}Z`;
		const written = isLocal ? this.zone.wall(start) : dates === 'utc' ? utc : this.zone.iso(start);
		return {
			appointment_key: key,
			search_code: key.toUpperCase(),
			status,
			start_date: written,
			calendar: { calendar_key: calendar, name: calendar },
			person: { full_name: `Client ${note}`, email: 'client@example.com' },
			revision: number,
		};
	}

	/** The body of a delivery. */
	body({ kind, timestamp, data }: Event): IDataObject {
		const { timestamps, aheadMs } = this.dialect;
		const now = this.zone.iso(currentTime() + aheadMs, 3);
		if (timestamps === 'none') return { event: kind, data };
		return { event: kind, timestamp: timestamps === 'rewritten' ? now : timestamp, data };
	}

	private choose(which: number): Appointment | undefined {
		const all = [...this.appointments.values()].filter(({ deletedAt }) => deletedAt === Infinity);
		return all[which % Math.max(1, all.length)];
	}

	private add(
		appointment: Appointment,
		content: Pick<Version, 'start' | 'status' | 'note'>,
		kinds: string[],
	): void {
		const former = appointment.versions.at(-1);
		const version = { ...content, number: appointment.versions.length, at: currentTime() };
		appointment.versions.push(version);
		// Every event has its own timestamp.
		const { aheadMs, timestamps } = this.dialect;
		this.clock = Math.max(this.clock + 1, currentTime() + aheadMs);
		const aheadBy = timestamps === 'days ahead' ? 3 * DAY : 0;
		const at = timestamps === 'booking' ? appointment.versions[0]!.at : this.clock + aheadBy;
		for (const kind of kinds) {
			const data = this.content(appointment, kind, former, version);
			this.events.push({ appointment, version, kind, timestamp: this.zone.iso(at, 3), data });
		}
	}

	/** Where the timestamp is true, nothing else distinguishes two events with the same content. */
	private content(
		appointment: Appointment,
		kind: string,
		former: Version | undefined,
		version: Version,
	): IDataObject {
		const { content, dates: listed, timestamps, isUpperCase } = this.dialect;
		const dates = ({ mixed: 'offset', mixedUtc: 'utc' } as const)[listed as 'mixed'] ?? listed;
		const { revision, ...whole } = this.shown(appointment, version, dates);
		const key = isUpperCase ? appointment.key.toUpperCase() : appointment.key;
		const named = { appointment_key: key, ...(timestamps !== 'true' && { revision }) };
		if (content === 'whole' || kind === CREATED) return { ...whole, ...named };
		const { start_date, status } = whole;
		if (content === 'none') return named;
		return {
			...named,
			...(former?.start !== version.start && { start_date }),
			...(former?.status !== version.status && { status }),
		};
	}
}
