import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'openapi-backend';
import type { Appointment, Status } from '../appointments';
import { answered, createAnswer, shownWebhook, webhookList } from './answers';
import type { Filters } from '../lists/filters';
import { listAnswer, type Place } from '../lists/pages';
import { Refusal, type Answer } from './refusal';
import type { Service } from '../service';
import type { Webhook } from '../webhooks';

/** A request that has been read whole. */
export interface ServedRequest {
	method: string;
	path: string;
	query: string;
	headers: IncomingHttpHeaders;
	body: string;
	place: Place;
}

export interface Call {
	request: ServedRequest;
	service: Service;
}

/** What the description calls by `operationId`, after it has checked the request. */
export const operations = {
	listAppointments({ request }: Context, { service, request: { place } }: Call): Answer {
		const query = withoutBrackets(request.query) as Filters;
		const rows = service.matching(query);
		const show = (appointment: Appointment) => service.shown(appointment);
		return listAnswer(rows, place, service.dialect, show);
	},

	retrieveAppointment(context: Context, { service }: Call): Answer {
		const shown = service.shown(appointmentOf(context, service));
		return answered(service.dialect.readAnswer, shown);
	},

	updateAppointment(context: Context, { service }: Call): Answer {
		const { appointment_key } = appointmentOf(context, service);
		const { status } = context.request.requestBody as { status: Status };
		const updated = service.updateStatus(appointment_key, status);
		return answered(service.dialect.writeAnswer, service.shown(updated));
	},

	rescheduleAppointment(context: Context, { service }: Call): Answer {
		const appointment = appointmentOf(context, service);
		const { start_date } = context.request.requestBody as { start_date: string };
		refuseTakenSlot(appointment, start_date, service);
		const moved = service.reschedule(appointment.appointment_key, start_date);
		return answered(service.dialect.writeAnswer, service.shown(moved));
	},

	cancelAppointment(context: Context, { service }: Call): Answer {
		const { appointment_key } = appointmentOf(context, service);
		const { send_email } = context.request.query as { send_email?: boolean };
		const cancelled = service.cancel(appointment_key, { sendEmail: send_email });
		return answered(service.dialect.deleteAnswer, service.shown(cancelled));
	},

	listWebhooks(_context: Context, { service, request: { place } }: Call): Answer {
		return webhookList(service.webhooks.list(), place, service.dialect);
	},

	createWebhook({ request }: Context, { service }: Call): Answer {
		const wanted = wantedWebhook(request.requestBody);
		refuseTakenUrl(wanted.url, undefined, service);
		return createAnswer(service.webhooks.add(wanted), service.dialect);
	},

	updateWebhook(context: Context, { service }: Call): Answer {
		const { key } = webhookOf(context, service);
		const wanted = wantedWebhook(context.request.requestBody);
		refuseTakenUrl(wanted.url, key, service);
		const { dialect } = service;
		const updated = shownWebhook(service.webhooks.update(key, wanted), dialect);
		return answered(dialect.writeAnswer, updated);
	},

	deleteWebhook(context: Context, { service }: Call): Answer {
		const webhook = webhookOf(context, service);
		service.webhooks.remove(webhook.key);
		return answered(service.dialect.deleteAnswer, shownWebhook(webhook, service.dialect));
	},
};

function wantedWebhook(body: unknown): Pick<Webhook, 'url' | 'events'> {
	const { url, events } = body as Pick<Webhook, 'url' | 'events'>;
	return { url, events };
}

function appointmentOf({ request }: Context, { appointments }: Service): Appointment {
	const appointment = appointments.get(String(request.params.appointment_key));
	if (!appointment) throw new Refusal(404, 'No appointment matches the given key.');
	return appointment;
}

function webhookOf({ request }: Context, { webhooks }: Service): Webhook {
	const webhook = webhooks.get(String(request.params.webhook_key));
	if (!webhook) throw new Refusal(404, 'No webhook matches the given key.');
	return webhook;
}

function refuseTakenSlot(appointment: Appointment, start_date: string, service: Service): void {
	if (service.appointments.taken(appointment, Date.parse(start_date)))
		throw new Refusal(409, 'The time slot is not available.', 'start_date');
}

function refuseTakenUrl(url: string, own: string | undefined, service: Service): void {
	const { sameUrl } = service.dialect;
	if (sameUrl === 'allowed') return;
	if (service.webhooks.list().some((other) => other.url === url && other.key !== own))
		throw new Refusal(
			sameUrl === 'conflict' ? 409 : 400,
			'A webhook with this url already exists.',
			'url',
		);
}

function withoutBrackets(query: object): object {
	return Object.fromEntries(
		Object.entries(query).map(([name, value]) => [name.replace(/\[\]$/, ''), value as unknown]),
	);
}
