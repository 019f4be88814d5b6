import { attendeesOf, endOf, type Appointment, type Person } from './appointments';
import type { BookableService, Calendar } from './catalog';
import type { Settings, Shape } from './settings';
import type { Zone } from './zone';

type Json = Record<string, unknown>;

interface Context {
	settings: Settings;
	zone: Zone;
	nameOf: (serviceKey: string) => string;
}

/** The shape in which an appointment is shown. */
export function shapeOf({ shape, nth }: Appointment, { shape: general }: Settings): Shape {
	if (shape) return shape;
	if (general !== 'mixed') return general;
	return nth % 2 === 0 ? 'samples' : 'document';
}

/** An appointment as the service shows it. */
export function shownIn(shape: Shape, appointment: Appointment, context: Context): Json {
	return shape === 'document'
		? documented(appointment, context.zone)
		: sampled(appointment, context);
}

function documented({ start, calendar, person, ...rest }: Appointment, zone: Zone): Json {
	return {
		appointment_key: rest.appointment_key,
		search_code: rest.search_code,
		status: rest.status,
		start_date: zone.iso(start),
		calendar: { calendar_key: calendar.calendar_key, name: calendar.name },
		person: { full_name: person.full_name, email: person.email ?? '' },
	};
}

function sampled(appointment: Appointment, { settings, zone, nameOf }: Context): Json {
	const { appointment_key, search_code, status, start, calendar, created } = appointment;
	const at = (time: number, digits = 0) => ({
		dateTime: zone.iso(time, digits),
		timeZone: zone.name,
	});
	return {
		appointment_key,
		...(settings.samplesShowCode && { search_code }),
		status,
		start: at(start),
		end: at(endOf(appointment)),
		calendar: { calendar_key: calendar.calendar_key, calendar_name: calendar.name },
		service_list: appointment.service_keys.map((service_key) => ({
			service_key,
			service_name: nameOf(service_key),
		})),
		tag_list: appointment.tag_keys.map((tag_key) => ({ tag_key })),
		attendees: attendeesOf(appointment).map(attendee),
		owner_user: appointment.owner_user,
		created_at: at(created, 3),
		...(appointment.questionnaires.length > 0 && { questionnaires: appointment.questionnaires }),
	};
}

/** All but the name are optional: what is undefined is not in JSON. */
const attendee = ({ full_name, ...person }: Person): Json => ({ name: full_name, ...person });

const named = (kind: string, name: string, { shape }: Settings): Json => ({
	[shape === 'document' ? 'name' : `${kind}_name`]: name,
});

export const shownCalendar = ({ key, name, is_active }: Calendar, settings: Settings): Json => ({
	calendar_key: key,
	...named('calendar', name, settings),
	slug: name.toLowerCase().replace(/[^a-z\d]+/g, '-'),
	is_active,
});

export const shownService = (
	{ key, name, ...rest }: BookableService,
	settings: Settings,
): Json => ({
	service_key: key,
	...named('service', name, settings),
	duration: rest.duration,
	price: rest.price,
	is_active: rest.is_active,
});
