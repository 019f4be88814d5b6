import type { IDataObject } from 'n8n-workflow';

import { appointmentIn, isCanceled, type Appointment } from '../../service/appointment';
import { isObject, textIn } from '../../service/values/objects';
import {
	CANCELLATION_EVENT,
	CREATION_EVENT,
	eventKind,
	UPDATE_EVENT,
} from '../../service/vocabulary';
import type { TriggerSettings } from '../parameters/settings';

const LONGEST_EVENT = 200;

export interface Notification {
	/** One of the three kinds, another text of the service, or null without one. */
	event: string | null;
	/** As delivered. */
	timestamp?: string;
	appointment: Appointment;
}

/**
 * The four bodies that were seen (Webhooks in the documentation of this package): the appointment is
 * `data`, or the body is the appointment. Undefined for notifications about anything else.
 */
export function notificationIn(body: IDataObject): Notification | undefined {
	const { event, timestamp, ...flat } = body;
	const { data } = body;
	const isWrapped = isObject(data) && 'appointment_key' in data;
	const appointment = appointmentIn(isWrapped ? data : flat);
	if (!appointment) return undefined;
	const sentAt = textIn(timestamp);
	return {
		event: eventIn(event, appointment),
		...(sentAt !== undefined && { timestamp: sentAt }),
		appointment,
	};
}

function eventIn(value: unknown, appointment: Appointment): string | null {
	const name = textIn(value, LONGEST_EVENT);
	if (name !== undefined) return eventKind(name) ?? name;
	return isCanceled(appointment) ? CANCELLATION_EVENT : null;
}

/** What the item shows. */
export const jsonOf = ({ event, timestamp, appointment: { data } }: Notification): IDataObject => ({
	event,
	...(timestamp !== undefined && { timestamp }),
	data,
});

/** A body without a calendar passes, because it contradicts nothing. */
export function isWanted(
	{ event, appointment }: Notification,
	{ events, calendar }: TriggerSettings,
): boolean {
	const { key = calendar } = appointment.calendar;
	return (
		(calendar === undefined || key === calendar) &&
		kindsOf(event, appointment).some((kind) => events.includes(kind))
	);
}

/** What it may be, if the service does not name one of the three kinds. */
function kindsOf(event: string | null, appointment: Appointment): string[] {
	if (event === null) return [CREATION_EVENT, UPDATE_EVENT];
	const kind = eventKind(event);
	if (kind !== undefined) return [kind];
	return isCanceled(appointment) ? [UPDATE_EVENT, CANCELLATION_EVENT] : [UPDATE_EVENT];
}
