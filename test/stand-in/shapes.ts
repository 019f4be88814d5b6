import { attendeesOf, endOf, type Appointment } from './appointments';
import type { BookableService, Calendar } from './catalog';
import type { Service } from './service';
import type { Settings, Shape } from './settings';

type Json = Record<string, unknown>;

/** The shape in which an appointment is shown. */
export function shapeOf({ shape, nth }: Appointment, { shape: general }: Settings): Shape {
	if (shape) return shape;
	if (general !== 'mixed') return general;
	return nth % 2 === 0 ? 'samples' : 'document';
}

/** Shape A, of the API document. */
export function documented(appointment: Appointment, { zone }: Service): Json {
	const { appointment_key, search_code, status, start, calendar, person } = appointment;
	return {
		appointment_key,
		search_code,
		status,
		start_date: zone.iso(start),
		calendar: { calendar_key: calendar.calendar_key, name: calendar.name },
		person: { full_name: person.full_name, email: person.email ?? '' },
	};
}

/** Shape B, of the samples. */
export function sampled(appointment: Appointment, { settings, zone, services }: Service): Json {
	const { appointment_key, search_code, status, start, calendar, created } = appointment;
	const at = (time: number, hasMilliseconds = false) => ({
		dateTime: zone.iso(time, hasMilliseconds),
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
			service_name: services.get(service_key)?.name ?? '',
		})),
		tag_list: appointment.tag_keys.map((tag_key) => ({ tag_key })),
		// All but the name are optional: what is undefined is not in JSON.
		attendees: attendeesOf(appointment).map(({ full_name: name, ...more }) => ({ name, ...more })),
		owner_user: appointment.owner_user,
		created_at: at(created, true),
	};
}

export const shownCalendar = ({ key, name, is_active }: Calendar, { shape }: Settings): Json => ({
	calendar_key: key,
	[shape === 'document' ? 'name' : 'calendar_name']: name,
	slug: name.toLowerCase().replace(/[^a-z\d]+/g, '-'),
	is_active,
});

export const shownService = (
	{ key, name, ...rest }: BookableService,
	{ shape }: Settings,
): Json => ({
	service_key: key,
	[shape === 'document' ? 'name' : 'service_name']: name,
	...rest,
});
