import { DateTime } from 'luxon';
import { APPOINTMENT_STATUSES } from '../../../nodes/AppointmentScheduling/service/vocabulary';
import type { N8n } from '../../../test/n8n/harness';
import type { Appointment, Service } from '../../../test/stand-in';
import { calendars } from '../standIn';
import type { Behavior } from './actions';

/** A text that a workflow has sent to somebody's phone. */
export interface Message {
	id: number;
	to: string;
	text: string;
	sentAt: number;
}

export interface Shown {
	behavior: Behavior;
	messages: readonly Message[];
	gateway: string;
	editor: Pick<N8n, 'url' | 'account'> | undefined;
}

const DAYS = 7;
/** n8n opens its assistant first, which nobody needs here. */
export const startOf = ({ url }: Pick<N8n, 'url'>): string => `${url}/home/workflows`;
const latest = <Entry>(entries: readonly Entry[]): Entry[] => entries.slice(-40).reverse();

/** Everything that the page shows. */
export function stateOf(
	service: Service,
	{ behavior, messages, gateway, editor }: Shown,
): Record<string, unknown> {
	const now = DateTime.now().setZone(service.zone.name);
	const days = Array.from({ length: DAYS }, (_, day) => now.plus({ days: day }).toISODate()!);
	return {
		zone: service.zone.name,
		now: now.toFormat("yyyy-MM-dd'T'HH:mm:00"),
		days,
		statuses: APPOINTMENT_STATUSES,
		calendars: calendars.map(({ calendar_key: key, name }) => ({ key, name })),
		appointments: service.appointments
			.list()
			.filter(({ wall }) => days.includes(wall.slice(0, 10)))
			.map(shownAppointment),
		messages: latest(messages).map((message) => ({
			...message,
			appointment: appointmentOf(service, message.to),
		})),
		webhooks: service.webhooks.list().length,
		deliveries: latest(service.deliveries.entries).map((delivery) => ({
			...delivery,
			body: undefined,
			name: service.appointments.get(delivery.about)?.person.full_name ?? delivery.about,
		})),
		requests: latest(service.requests.entries).map((request, index) => ({
			...request,
			headers: undefined,
			id: service.requests.total - index,
		})),
		behavior,
		editor: editor && startOf(editor),
		toEnter: {
			Email: editor?.account.email,
			Password: editor?.account.password,
			'Base URL': service.baseUrl,
			'Access Token': service.token,
			'Service Timezone': service.zone.name,
			'WhatsApp gateway': gateway,
		},
	};
}

function shownAppointment(appointment: Appointment) {
	const { appointment_key, status, wall, calendar, person, duration } = appointment;
	return {
		key: appointment_key,
		status,
		start: wall,
		duration,
		calendar: calendar.calendar_key,
		name: person.full_name,
		phone: person.phone,
	};
}

/** The next appointment of whoever has this phone or address; a canceled one if there is no other. */
function appointmentOf({ appointments }: Service, to: string) {
	const plain = (text = '') => (text.includes('@') ? text : text.replace(/\D/g, ''));
	const own = appointments
		.list()
		.filter(({ person }) => [person.phone, person.email].map(plain).includes(plain(to)))
		.map(shownAppointment);
	return own.find(({ status }) => !status.startsWith('CANCELED')) ?? own[0];
}
