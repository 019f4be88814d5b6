import type { IDataObject } from 'n8n-workflow';

import { pathPart, keyIn } from './values/keys';
import { MINUTE_MS, momentIn, NEVER, type Moment } from './values/dates';
import { objectOf, textIn } from './values/objects';
import { readableStart } from './values/starts';
import { isCanceledStatus } from './vocabulary';

export interface Person {
	name?: string;
	email?: string;
	phone?: string;
}

/** What the nodes read of an appointment. What a body lacks is undefined: it is unknown. */
export interface Appointment {
	key: string;
	code?: string;
	status?: string;
	start?: Moment;
	end?: Moment;
	createdAt?: Moment;
	calendar: { key?: string; name?: string };
	people: Person[];
	services: Array<{ key?: string; name?: string }>;
	/** As the service sent it. */
	data: IDataObject;
}

/**
 * The only reader of an appointment. The service shows it in two shapes: with `start` and `attendees`,
 * or with `start_date` and `person`, as in the API documentation. Where a body has fields of both, the
 * first ones win.
 * @param zone of the account, for times without an offset
 * @returns undefined for what has no key
 */
export function appointmentIn(body: unknown, zone?: string): Appointment | undefined {
	const data = objectOf(body);
	const key = keyIn(data.appointment_key);
	return key === undefined ? undefined : { key, ...fieldsIn(data, zone), data };
}

function fieldsIn(data: IDataObject, zone?: string): Omit<Appointment, 'key' | 'data'> {
	const calendar = objectOf(data.calendar);
	return {
		code: textIn(data.search_code),
		status: textIn(data.status),
		start: momentIn(data.start, zone) ?? momentIn(data.start_date, zone),
		end: momentIn(data.end, zone),
		createdAt: momentIn(data.created_at, zone),
		calendar: {
			key: keyIn(calendar.calendar_key),
			name: textIn(calendar.calendar_name) ?? textIn(calendar.name),
		},
		people: peopleIn(data),
		services: listIn(data.service_list).map((one) => ({
			key: keyIn(one.service_key),
			name: textIn(one.service_name) ?? textIn(one.name),
		})),
	};
}

const listIn = (value: unknown): IDataObject[] => (Array.isArray(value) ? value.map(objectOf) : []);

function peopleIn({ attendees, person }: IDataObject): Person[] {
	const people =
		Array.isArray(attendees) && attendees.length > 0 ? attendees : [person ?? []].flat();
	return listIn(people).map(({ name, full_name, email, phone }) => ({
		name: textIn(name) ?? textIn(full_name),
		email: textIn(email),
		phone: textIn(phone),
	}));
}

/** Of an appointment whose end the service does not show. */
const ASSUMED_MS = 30 * MINUTE_MS;

/** In ms since the epoch, as the start. */
export const endOf = (start: number, end = NEVER): number =>
	end > start ? end : start + ASSUMED_MS;

export const isCanceled = ({ status }: { status?: string }): boolean => isCanceledStatus(status);

/**
 * Flat: ten fields, null where the body shows none. Of several attendees the first.
 * @param zone of the account, in which the start is written
 */
export function simplified(body: unknown, zone?: string): IDataObject {
	const data = objectOf(body);
	const { code, status, start, calendar, people, services } = fieldsIn(data, zone);
	const [person = {}] = people;
	const names = services.flatMap(({ name }) => name ?? []);
	return {
		person_name: person.name ?? null,
		person_phone: person.phone ?? null,
		start_date: start ? readableStart(start, zone).iso : startAsSent(data),
		status: status ?? null,
		service_names: names.length > 0 ? names.join(', ') : null,
		calendar_name: calendar.name ?? null,
		person_email: person.email ?? null,
		search_code: code ?? null,
		calendar_key: calendar.key ?? null,
		appointment_key: keyIn(data.appointment_key) ?? null,
	};
}

/** Also one that cannot be read, e.g. because it has no offset and no zone is known. */
export const startAsSent = ({ start, start_date }: IDataObject): string | null =>
	textIn(objectOf(start).dateTime) ?? textIn(start_date) ?? null;

/** @throws InputError */
export const appointmentPath = (key: string): string =>
	`appointments/${pathPart(key, 'Appointment')}/`;
