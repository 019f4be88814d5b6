import { randomUUID } from 'node:crypto';
import type { Person, Status } from '../appointments';
import type { Booking } from '../booking';
import { Refusal } from '../server/refusal';
import type { Service } from '../service';

type Attendee = Omit<Person, 'person_key' | 'full_name'> & { name: string };

/** What counts of the body of a POST of `appointments/`, after the description has checked it. */
export interface CreateBody {
	calendar_key: string;
	start: { dateTime: string };
	attendees: Attendee[];
	service_list?: Array<{ service_key: string }>;
	tag_list?: Array<{ tag_key: string }>;
	owner_user?: { email: string };
	status?: Status;
	send_email?: boolean;
}

/** What is to be booked: nothing is made up beside what the body has. */
export function bookingOf(body: CreateBody, service: Service) {
	const { calendar_key, start, attendees, service_list = [], tag_list = [] } = body;
	const calendar = service.calendars.get(calendar_key);
	if (!calendar) throw Refusal.ofField('calendar_key', unknown('calendar_key', calendar_key));
	const service_keys = service_list.map(({ service_key }) => service_key);
	const faults = service_keys.map((key) =>
		service.services.get(key) ? {} : { service_key: [unknown('service_key', key)] },
	);
	if (faults.some(({ service_key }) => service_key))
		throw new Refusal(400, { service_list: faults });
	const [person, ...others] = attendees.map(personOf);
	return {
		status: body.status ?? 'PENDING',
		start_date: start.dateTime,
		duration: service.durationOf(service_keys),
		calendar: { calendar_key, name: calendar.name },
		person,
		others,
		client_key: randomUUID(),
		service_keys,
		tag_keys: tag_list.map(({ tag_key }) => tag_key),
		owner_user: body.owner_user?.email ?? 'manager',
		email_sent: body.send_email ?? false,
	} satisfies Booking;
}

const unknown = (field: string, key: string) => `Object with ${field}=${key} does not exist.`;

/** With every field, so that what was not sent is not made up. */
const personOf = (attendee: Attendee): Person => ({
	person_key: randomUUID(),
	full_name: attendee.name,
	email: attendee.email,
	phone: attendee.phone,
	external_id: attendee.external_id,
	identification_code: attendee.identification_code,
	identification_type: attendee.identification_type,
});
