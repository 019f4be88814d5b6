import { DateTime } from 'luxon';
import { APPOINTMENT_STATUSES } from '../../../nodes/AppointmentScheduling/service/core/vocabulary';
import type { N8n } from '../../../test/n8n/harness';
import type { Mail } from '../../../test/n8n/support/mailbox';
import type { Appointment, Attempt, Delivery, Service } from '../../../test/stand-in';
import { calendars } from '../standIn';
import type { Behavior } from './actions';

/** Where n8n's editor is, and how to sign in. */
export type Editor = Pick<N8n, 'url' | 'account'>;

const SHOWN = 40;
const DAYS = 7;

/** Everything that the page shows. */
export function stateOf(
	service: Service,
	behavior: Behavior,
	mails: readonly Mail[],
	editor: Editor | undefined,
): object {
	const { account } = editor ?? {};
	const now = DateTime.now().setZone(service.zone.name);
	const today = now.startOf('day');
	const days = Array.from({ length: DAYS }, (_, day) => today.plus({ days: day }).toISODate()!);
	return {
		zone: service.zone.name,
		now: now.toFormat("yyyy-MM-dd'T'HH:mm:00"),
		days,
		statuses: APPOINTMENT_STATUSES,
		calendars: calendars.map(({ calendar_key: key, name }) => ({ key, name })),
		appointments: service.appointments
			.list()
			.filter(({ wall }) => wall.slice(0, 10) >= days[0]! && wall.slice(0, 10) <= days.at(-1)!)
			.map((appointment) => shownAppointment(appointment)),
		mails: mails
			.slice(-SHOWN)
			.reverse()
			.map(({ receivedAt, ...mail }) => ({
				...mail,
				at: clock(service, receivedAt),
				appointment: shownAbout(service, mail),
			})),
		webhooks: service.webhooks.list().map(({ url }) => url),
		deliveries: service.deliveries.entries
			.slice(-SHOWN)
			.reverse()
			.map((delivery) => shownDelivery(service, delivery)),
		requests: service.requests.entries
			.slice(-SHOWN)
			.reverse()
			.map(({ method, path, query, body, status, startedAt, endedAt }, index) => ({
				method,
				path,
				query,
				body,
				status,
				id: service.requests.total - index,
				at: clock(service, startedAt),
				milliseconds: endedAt === undefined ? undefined : endedAt - startedAt,
			})),
		behavior,
		editor: editor && { url: editor.url, email: account?.email, password: account?.password },
		credential: { baseUrl: service.baseUrl, token: service.token },
	};
}

function shownAppointment(appointment: Appointment) {
	const { appointment_key, search_code, status, wall, calendar, person, duration } = appointment;
	return {
		key: appointment_key,
		code: search_code,
		status,
		start: wall,
		duration,
		calendar: calendar.calendar_key,
		name: person.full_name,
		email: person.email,
	};
}

/** The appointment whose code a mail has, or the next one of its reader. */
function shownAbout({ appointments }: Service, { to, text }: Pick<Mail, 'to' | 'text'>) {
	const own = appointments.list('start').filter(({ person }) => to.includes(person.email));
	const about = own.find(({ search_code: code }) => text.includes(code)) ?? own[0];
	return about && shownAppointment(about);
}

function shownDelivery(service: Service, { id, url, notification, state, attempts }: Delivery) {
	const key = String(notification.data?.appointment_key);
	return {
		id,
		url,
		state,
		notification,
		name: service.appointments.get(key)?.person.full_name ?? key,
		attempts: attempts.map(({ status, error, body, startedAt, endedAt }: Attempt) => ({
			status,
			error,
			body,
			at: clock(service, startedAt),
			milliseconds: endedAt - startedAt,
		})),
	};
}

/** The time on the service's wall. */
const clock = ({ zone }: Service, time: number) => zone.wall(time).slice(11);
