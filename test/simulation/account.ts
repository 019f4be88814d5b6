import type { IDataObject } from 'n8n-workflow';

import { Zone } from '../stand-in/zone';
import { currentTime } from './clock';

/** What a service delivers besides the key, of other kinds than creations. */
export type Content = 'whole' | 'changed' | 'none';

/** How one service differs from others. */
export interface Dialect {
	zone: string;
	dates: 'offset' | 'utc' | 'wallClock';
	content: Content;
	/** Whether lists lack canceled appointments. */
	hides: boolean;
	/** Entries per page; 0 for all in one. */
	pageSize: number;
	/** By how many ms its clock is ahead of n8n's. */
	aheadMs: number;
}

/** An appointment as it was for some time. */
export interface Version {
	/** 0 for the booking. */
	number: number;
	start: number;
	status: string;
	note: number;
	/** ms since the epoch, by n8n's clock. */
	at: number;
}

export interface Appointment {
	key: string;
	calendar: string;
	versions: Version[];
	isDeleted: boolean;
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
export const ATTENDED = 'appointment.attended';

export const latest = ({ versions }: Appointment): Version => versions.at(-1)!;

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
		const key = `${this.name}-${this.appointments.size}`;
		const appointment: Appointment = { key, calendar, versions: [], isDeleted: false };
		this.appointments.set(key, appointment);
		this.add(appointment, { start, status, note: 0 }, [CREATED]);
	}

	change(
		which: number,
		change: Partial<Pick<Version, 'start' | 'status'>> & { note?: true },
	): void {
		const appointment = this.choose(which);
		if (!appointment) return;
		const { start, status, note } = latest(appointment);
		const next = { start, status, ...change, note: note + (change.note ? 1 : 0) };
		if (next.start === start && next.status === status && next.note === note) return;
		const isCancellation = isCanceled(next.status) && !isCanceled(status);
		const kinds = isCancellation ? [CANCELED] : [UPDATED];
		if (next.status === 'ATTENDED' && status !== 'ATTENDED') kinds.push(ATTENDED);
		this.add(appointment, next, kinds);
	}

	delete(which: number): void {
		const appointment = this.choose(which);
		if (appointment) appointment.isDeleted = true;
	}

	/** As the service writes it; a list shows only what is not `changed`. */
	shown({ key, calendar }: Appointment, { start, status, note, number }: Version): IDataObject {
		const { dates } = this.dialect;
		const written = {
			offset: () => this.zone.iso(start),
			utc: () => `${new Date(start).toISOString().slice(0, 19)}Z`,
			wallClock: () => this.zone.wall(start),
		}[dates]();
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

	private choose(which: number): Appointment | undefined {
		const all = [...this.appointments.values()].filter(({ isDeleted }) => !isDeleted);
		return all[which % Math.max(1, all.length)];
	}

	private add(
		appointment: Appointment,
		{ start, status, note }: Pick<Version, 'start' | 'status' | 'note'>,
		kinds: string[],
	): void {
		const former = appointment.versions.at(-1);
		const number = appointment.versions.length;
		const version = { number, start, status, note, at: currentTime() };
		appointment.versions.push(version);
		// Every event has its own timestamp.
		this.clock = Math.max(this.clock + 1, currentTime() + this.dialect.aheadMs);
		const timestamp = this.zone.iso(this.clock, 3);
		for (const kind of kinds) {
			const data = this.content(this.shown(appointment, version), kind, former, version);
			const body = { event: kind, timestamp, data };
			this.events.push({ appointment, version, kind, body });
		}
	}

	private content(
		whole: IDataObject,
		kind: string,
		former: Version | undefined,
		version: Version,
	): IDataObject {
		const { content } = this.dialect;
		if (content === 'whole' || kind === CREATED) return whole;
		const { appointment_key, start_date, status, revision } = whole;
		if (content === 'none') return { appointment_key };
		return {
			appointment_key,
			revision,
			...(former?.start !== version.start && { start_date }),
			...(former?.status !== version.status && { status }),
		};
	}
}

export const isCanceled = (status: string): boolean => status.startsWith('CANCELED');
