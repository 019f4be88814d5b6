import type { Status } from './appointments';
import type { Bodies } from './deliveries/bodies';
import type { QuotaRules } from './server/quota';

export type Shape = 'samples' | 'document';

/** What the facts leave open, and the weather. Every setting may change while the service runs. */
export const DEFAULTS = {
	/** Of appointments, calendars and services: those of the samples (B), of the API document (A), or both by turns. */
	shape: 'samples' as Shape | 'mixed',
	/** Whether the shape of the samples has the code, too. */
	samplesShowCode: false,
	/** How notifications are written. */
	bodies: 'document' as Bodies,
	wrappedTimestamp: false,

	/** How many entries a page has, without `page_size` and at most. */
	pageSize: 10,
	maxPageSize: 100,
	/** `unstable`: each request has another order, so pages show entries twice or not at all. */
	order: 'start' as 'start' | 'latestFirst' | 'unstable',
	/** Without it, an entry comes once for each of its attendees that matches. */
	distinct: true,
	searchCode: 'exact' as 'exact' | 'partial',

	quota: undefined as QuotaRules | undefined,
	/** Milliseconds that the service's clock is ahead of the true one. */
	clockAhead: 0,

	/** How a time that overlaps another appointment is refused. */
	taken: 'non_field_errors' as 'non_field_errors' | 'field' | 'allowed',
	cancelAgain: 'accepted' as 'accepted' | 'refused',
	/** The status that DELETE sets. */
	canceledStatus: 'CANCELED' as 'CANCELED' | 'CANCELED_CLIENT' | 'CANCELED_GOOGLE',
	statusAfterReschedule: 'same' as 'same' | Status,
	deleteAnswer: 'json' as 'json' | 'empty',

	/** The scheme word that `webhooks/` wants. */
	webhookScheme: 'Bearer' as 'Bearer' | 'Basic',
	/** Of webhooks by API. `formWords`: the API wants the words of the dashboard's form. */
	registration: 'open' as 'open' | 'forbidden' | 'formWords',
	/** The field with the key of a webhook; with `id`, keys are numbers. */
	webhookKey: 'webhook_key' as 'webhook_key' | 'key' | 'uuid' | 'id',
	/** `listed`: not in the response to POST and PUT. */
	webhookKeyShown: 'always' as 'always' | 'listed' | 'never',

	/** Milliseconds before every answer. */
	latency: 0,
	/** Requests that it works on at once; more wait for their turn. */
	workers: Infinity,
	/** Requests served at once; more are refused. */
	capacity: Infinity,
	overloaded: 503 as 503 | 429,
	/** Every k-th request fails with 503, undone; 0 for none. */
	failEvery: 0,
	/** Milliseconds for which reads show the former state. */
	lag: 0,
	/** Whether the token sees no appointment, calendar or service. */
	blind: false,
};

export type Settings = typeof DEFAULTS;
