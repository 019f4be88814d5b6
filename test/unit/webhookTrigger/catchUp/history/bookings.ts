import type { IDataObject } from 'n8n-workflow';

import type { Notification } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/notification';
import { CANCELED, CREATED, UPDATED } from '../../deliveries/support';
import type { Data } from './steps';

const MARKS = ['ATTENDED', 'NO_SHOW', 'PENDING', 'CONFIRMED'];

/** A notification, and which fields have changed. */
export type Event = Notification & { changed: string[] };

/** A service: its appointments, and the notifications of what happened to them. */
export class Bookings {
	readonly appointments = new Map<string, IDataObject>();
	readonly events: Event[] = [];

	book(now: number): void {
		const appointment_key = `k${this.appointments.size}`;
		const data = { appointment_key, status: 'CONFIRMED', start_date: hoursAfter(now, 60) };
		this.change(now, CREATED, data);
	}

	move(now: number, which: number): void {
		this.edit(now, which, UPDATED, { start_date: hoursAfter(now, 120) });
	}

	mark(now: number, which: number): void {
		this.edit(now, which, UPDATED, { status: MARKS[which % MARKS.length] });
	}

	cancel(now: number, which: number): void {
		this.edit(now, which, CANCELED, { status: 'CANCELED' });
	}

	eventsOf(key: string): Event[] {
		return this.events.filter(({ data }) => data?.appointment_key === key);
	}

	private edit(now: number, which: number, event: string, change: IDataObject): void {
		const keys = [...this.appointments.keys()];
		const data = this.appointments.get(keys[which % Math.max(1, keys.length)] ?? '');
		if (!data || Object.entries(change).every(([name, value]) => data[name] === value)) return;
		const isCanceled = data.status === 'CANCELED';
		const kind = isCanceled && event === CANCELED ? UPDATED : event;
		this.change(now, kind, { ...data, ...change }, Object.keys(change));
	}

	private change(now: number, event: string, data: IDataObject, changed: string[] = []): void {
		this.appointments.set(String(data.appointment_key), data);
		this.events.push({ event, timestamp: new Date(now).toISOString(), data, changed });
	}
}

/** What is delivered of an event. */
export function notificationOf({ changed, ...whole }: Event, content: Data): Notification {
	if (content === 'whole' || whole.event === CREATED) return whole;
	const names = ['appointment_key', ...(content === 'changed' ? changed : [])];
	const kept = Object.entries(whole.data ?? {}).filter(([name]) => names.includes(name));
	return { ...whole, data: Object.fromEntries(kept) };
}

/** In whole minutes. */
function hoursAfter(now: number, hours: number): string {
	return new Date(Math.floor((now + hours * 3_600_000) / 60_000) * 60_000).toISOString();
}
