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
	const { client_key, identification_code, phone, external_id, owner_user } = appointment;
	const { service_keys, tag_keys, created_at, duration, notes } = appointment;
	return {
		...documented,
		person: { ...documented.person, person_key: person.person_key, phone },
		client: { client_key, identification_code },
		external_id,
		services: service_keys.map((service_key) => ({ service_key })),
		tags: tag_keys.map((tag_key) => ({ tag_key })),
		owner_user,
		created_at: zone.iso(zone.moment(created_at)),
		duration,
		notes: notes || null,
	};
}

export function momentIn(time: number, { dates }: Dialect, zone: Zone): string {
	if (dates === 'local') return zone.wall(time);
	return dates === 'utc' ? `${new Date(time).toISOString().slice(0, 19)}Z` : zone.iso(time);
}

/** A body in one of the shapes that a dialect has for its answers. */
export const answered = (
	shape: 'bare' | 'data' | 'results' | 'empty' | 'noContent',
	body: unknown,
	status = 200,
): Answer =>
	({
		bare: { status, body },
		data: { status, body: { data: body } },
		results: { status, body: { results: body } },
		empty: { status },
		noContent: { status: 204 },
	})[shape];

/** A webhook as the service shows it, not yet wrapped. */
function fieldsOf({ key, url, events, created_at }: Webhook, dialect: Dialect): Json {
	return {
		// Keys made in a dialect of UUIDs stay what they are when the dialect turns to numbers.
		[dialect.webhookKey]: isNumbered(dialect) && /^\d+$/.test(key) ? Number(key) : key,
		url,
		events,
		...(dialect.extraFields && { created_at, is_active: true }),
	};
}

export const isNumbered = ({ webhookKey }: Dialect): boolean => webhookKey === 'id';

export function shownWebhook(webhook: Webhook, dialect: Dialect): Json {
	const body = fieldsOf(webhook, dialect);
	return dialect.webhookWrap === 'none' ? body : { [dialect.webhookWrap]: body };
}

export function createAnswer(webhook: Webhook, dialect: Dialect): Answer {
	const shape = dialect.createAnswer === 'noContent' ? 'noContent' : 'bare';
	return answered(shape, shownWebhook(webhook, dialect), 201);
}

export function webhookList(webhooks: readonly Webhook[], place: Place, dialect: Dialect): Answer {
	const show = dialect.wrapListed ? shownWebhook : fieldsOf;
	const rows = webhooks.map((webhook) => show(webhook, dialect));
	return dialect.webhookList === 'paged'
		? listAnswer(rows, place, dialect, (row) => row)
		: answered(dialect.webhookList, rows);
}
