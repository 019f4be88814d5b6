import type { Appointment } from '../appointments';
import type { Dialect } from '../dialects';
import { listAnswer, type Place } from '../lists/pages';
import type { Answer } from './refusal';
import type { Webhook } from '../webhooks';
import type { Zone } from '../zone';

type Json = Record<string, unknown>;

/** An appointment as the service shows it. */
export function shown(appointment: Appointment, dialect: Dialect, zone: Zone): Json {
	const { appointment_key, search_code, status, start, calendar, person } = appointment;
	const documented = {
		appointment_key,
		search_code,
		status,
		start_date: momentIn(start, dialect, zone),
		calendar: { calendar_key: calendar.calendar_key, name: calendar.name },
		person: { full_name: person.full_name, email: person.email },
	};
	if (!dialect.extraFields) return documented;
	const { client_key, external_id, service_keys, tag_keys, created_at, duration, notes } =
		appointment;
	return {
		...documented,
		person: { ...documented.person, person_key: person.person_key, phone: appointment.phone },
		client: { client_key, identification_code: appointment.identification_code },
		external_id,
		services: service_keys.map((service_key) => ({ service_key })),
		tags: tag_keys.map((tag_key) => ({ tag_key })),
		owner_user: appointment.owner_user,
		created_at: zone.withOffset(created_at),
		duration,
		notes: notes || null,
	};
}

export function momentIn(time: number, { dates }: Dialect, zone: Zone): string {
	if (dates === 'local') return zone.wall(time);
	return dates === 'utc' ? `${new Date(time).toISOString().slice(0, 19)}Z` : zone.iso(time);
}

export function readAnswer(body: Json, { readAnswer: shape }: Dialect): Answer {
	return { status: 200, body: shape === 'data' ? { data: body } : body };
}

export function writeAnswer(body: Json, { writeAnswer: shape }: Dialect): Answer {
	switch (shape) {
		case 'bare':
			return { status: 200, body };
		case 'data':
			return { status: 200, body: { data: body } };
		case 'empty':
			return { status: 200 };
		case 'noContent':
			return { status: 204 };
	}
}

export function deleteAnswer(body: Json, { deleteAnswer: shape }: Dialect): Answer {
	if (shape === 'body') return { status: 200, body };
	return { status: shape === 'empty' ? 200 : 204 };
}

/** A webhook as the service shows it, not yet wrapped. */
function fieldsOf(webhook: Webhook, dialect: Dialect): Json {
	const key = dialect.webhookKeyKind === 'number' ? numberOf(webhook.key) : webhook.key;
	const { url, events, created_at } = webhook;
	return {
		[dialect.webhookKey]: key,
		url,
		events,
		...(dialect.extraFields && { created_at, is_active: true }),
	};
}

/** Keys made in a dialect of UUIDs stay what they are when the dialect turns to numbers. */
function numberOf(key: string): string | number {
	return /^\d+$/.test(key) ? Number(key) : key;
}

function wrapped(body: Json, { webhookWrap }: Dialect): Json {
	return webhookWrap === 'none' ? body : { [webhookWrap]: body };
}

export function shownWebhook(webhook: Webhook, dialect: Dialect): Json {
	return wrapped(fieldsOf(webhook, dialect), dialect);
}

export function createAnswer(webhook: Webhook, dialect: Dialect): Answer {
	const { createAnswer: shape, createStatus: status } = dialect;
	switch (shape) {
		case 'whole':
			return { status, body: shownWebhook(webhook, dialect) };
		case 'withoutKey': {
			const fields = Object.entries(fieldsOf(webhook, dialect));
			const rest = fields.filter(([name]) => name !== dialect.webhookKey);
			return { status, body: wrapped(Object.fromEntries(rest), dialect) };
		}
		case 'noContent':
			return { status: 204 };
	}
}

export function webhookList(webhooks: readonly Webhook[], place: Place, dialect: Dialect): Answer {
	const rows = webhooks.map((webhook) =>
		dialect.wrapListed ? shownWebhook(webhook, dialect) : fieldsOf(webhook, dialect),
	);
	switch (dialect.webhookList) {
		case 'bare':
			return { status: 200, body: rows };
		case 'results':
			return { status: 200, body: { results: rows } };
		case 'data':
			return { status: 200, body: { data: rows } };
		case 'paged':
			return listAnswer(rows, place, dialect, (row) => row);
	}
}
