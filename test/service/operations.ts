import type { Context } from 'openapi-backend';
import type { Appointment, Status } from './appointments';
import {
	createAnswer,
	deleteAnswer,
	readAnswer,
	shown,
	shownWebhook,
	webhookList,
	writeAnswer,
} from './answers';
import type { Filters } from './filters';
import { pageOf, type PageQuery, type Place } from './pages';
import { Refusal, type Answer } from './refusal';
import type { Service } from './service';
import type { Webhook } from './webhooks';

/** A request that has been read whole. */
export interface ServedRequest {
	method: string;
	path: string;
	query: string;
	headers: Record<string, string>;
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
		const query = withoutBrackets(request.query) as Filters & PageQuery;
		const { dialect, zone } = service;
		const page = pageOf(service.matching(query), query, place, dialect);
		const results = page.results.map((appointment) => shown(appointment, dialect, zone));
		return { status: 200, body: { ...page, results } };
	},

	retrieveAppointment(context: Context, { service }: Call): Answer {
		const { dialect, zone } = service;
		return readAnswer(shown(appointmentOf(context, service), dialect, zone), dialect);
	},

	updateAppointment(context: Context, { service }: Call): Answer {
		const { appointment_key } = appointmentOf(context, service);
		const { status } = context.request.requestBody as { status: Status };
		const { dialect, zone } = service;
		return writeAnswer(
			shown(service.updateStatus(appointment_key, status), dialect, zone),
			dialect,
		);
	},

	rescheduleAppointment(context: Context, { service }: Call): Answer {
		const appointment = appointmentOf(context, service);
		const { start_date } = context.request.requestBody as { start_date: string };
		const { dialect, zone } = service;
		if (
			dialect.takenSlot !== 'allowed' &&
			service.appointments.taken(appointment, Date.parse(start_date))
		)
			throw new Refusal(
				dialect.takenSlot === 'conflict' ? 409 : dialect.invalidStatus,
				'The time slot is not available.',
				'start_date',
			);
		const moved = service.reschedule(appointment.appointment_key, start_date);
		return writeAnswer(shown(moved, dialect, zone), dialect);
	},

	cancelAppointment(context: Context, { service }: Call): Answer {
		const { appointment_key } = appointmentOf(context, service);
		const { send_email } = context.request.query as { send_email?: boolean };
		const { dialect, zone } = service;
		const cancelled = service.cancel(appointment_key, { sendEmail: send_email });
		return deleteAnswer(shown(cancelled, dialect, zone), dialect);
	},

	listWebhooks({ request }: Context, { service, request: { place } }: Call): Answer {
		const query = request.query as PageQuery;
		return webhookList(service.webhooks.list(), query, place, service.dialect);
	},

	createWebhook({ request }: Context, { service }: Call): Answer {
		const wanted = request.requestBody as Pick<Webhook, 'url' | 'events'>;
		refuseTakenUrl(wanted.url, undefined, service);
		return createAnswer(service.webhooks.add(wanted), service.dialect);
	},

	updateWebhook(context: Context, { service }: Call): Answer {
		const { key } = webhookOf(context, service);
		const wanted = context.request.requestBody as Pick<Webhook, 'url' | 'events'>;
		refuseTakenUrl(wanted.url, key, service);
		const { dialect } = service;
		return writeAnswer(shownWebhook(service.webhooks.update(key, wanted), dialect), dialect);
	},

	deleteWebhook(context: Context, { service }: Call): Answer {
		const webhook = webhookOf(context, service);
		service.webhooks.remove(webhook.key);
		return deleteAnswer(shownWebhook(webhook, service.dialect), service.dialect);
	},
};

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

function refuseTakenUrl(url: string, own: string | undefined, service: Service): void {
	const { sameUrl, invalidStatus } = service.dialect;
	if (sameUrl === 'allowed') return;
	if (service.webhooks.list().some((other) => other.url === url && other.key !== own))
		throw new Refusal(
			sameUrl === 'conflict' ? 409 : invalidStatus,
			'A webhook with this url already exists.',
			'url',
		);
}

function withoutBrackets(query: object): object {
	return Object.fromEntries(
		Object.entries(query).map(([name, value]) => [name.replace(/\[\]$/, ''), value as unknown]),
	);
}
