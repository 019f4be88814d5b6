import type { Context } from 'openapi-backend';
import type { Call } from '.';
import type { Appointment, Status } from '../appointments';
import type { Filters } from '../lists/filters';
import { pageOf } from '../lists/pages';
import { Refusal, type Answer } from '../server/refusal';
import type { Service } from '../service';
import { bookingOf, type CreateBody } from './booking';

export const appointments = {
	listAppointments({ request }: Context, call: Call): Answer {
		const { service } = call;
		const matching = service.matching(request.query as Filters);
		const rows = service.settings.blind ? [] : inOrder(matching, service);
		return pageOf(rows, call, (one) => service.shown(one));
	},

	createAppointment({ request }: Context, { service }: Call): Answer {
		const booking = bookingOf(request.requestBody as CreateBody, service);
		const time = { start: Date.parse(booking.start_date), duration: booking.duration };
		refuseTaken(booking, time, service);
		return { status: 201, body: service.shown(service.book(booking)) };
	},

	retrieveAppointment({ request }: Context, { service }: Call): Answer {
		const found = service.appointments.seen(String(request.params.appointment_key));
		if (!found || service.settings.blind) throw new Refusal(404, 'Not found.');
		return { status: 200, body: service.shown(found) };
	},

	updateAppointment(context: Context, { service }: Call): Answer {
		const appointment = appointmentOf(context, service);
		const { status } = context.request.requestBody as { status?: Status };
		if (status) service.updateStatus(appointment.appointment_key, status);
		return { status: 200, body: service.shown(appointment) };
	},

	rescheduleAppointment(context: Context, { service }: Call): Answer {
		const appointment = appointmentOf(context, service);
		const { start_date } = context.request.requestBody as { start_date: string };
		const time = { start: Date.parse(start_date), duration: appointment.duration };
		refuseTaken(appointment, time, service);
		const moved = service.reschedule(appointment.appointment_key, start_date);
		return { status: 200, body: service.shown(moved) };
	},

	cancelAppointment(context: Context, { service }: Call): Answer {
		const { appointment_key: key } = appointmentOf(context, service);
		const { send_email } = context.request.query as { send_email?: boolean };
		const canceled = service.cancel(key, { sendEmail: send_email });
		return { status: 200, body: service.shown(canceled) };
	},
};

/** Changes see the present, whatever reads show. */
function appointmentOf({ request }: Context, { appointments, settings }: Service): Appointment {
	const appointment = appointments.get(String(request.params.appointment_key));
	if (!appointment || settings.blind) throw new Refusal(404, 'Not found.');
	return appointment;
}

function refuseTaken(
	own: Pick<Appointment, 'calendar'>,
	time: Pick<Appointment, 'start' | 'duration'>,
	{ appointments, calendars, settings }: Service,
): void {
	if (settings.taken === 'allowed') return;
	const others = appointments.overlapping(own, time).filter((other) => other !== own);
	const places = calendars.get(own.calendar.calendar_key)?.places ?? 1;
	if (others.length >= places)
		throw Refusal.ofField('non_field_errors', 'This time is not available.');
}

function inOrder(rows: readonly Appointment[], { settings, requests }: Service) {
	if (settings.order === 'start') return rows;
	if (settings.order === 'latestFirst') return [...rows].reverse();
	// As a database may order what its ordering leaves open: otherwise at each request.
	const turn = requests.total % Math.max(1, rows.length);
	return [...rows.slice(turn), ...rows.slice(0, turn)];
}
