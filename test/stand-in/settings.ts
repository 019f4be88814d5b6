export type Shape = 'samples' | 'document';

/** The four bodies in which notifications were seen. */
export type Bodies = 'document' | 'wrapped' | 'flat' | 'bare';

/** What the facts leave open, and the weather. Every setting may change while the service runs. */
export const DEFAULTS = {
	/** Of appointments, calendars and services: those of the samples (B), of the API document (A), or both by turns. */
	shape: 'samples' as Shape | 'mixed',
	/** Whether the shape of the samples has the code, too. */
	samplesShowCode: false,
	/** Of notifications: `{event, timestamp, data: A}`, `{event, data: B}`, B with `event: CREATED`, or B alone. */
	bodies: 'document' as Bodies,

	/** How many entries a page has at most; ten without `page_size`. */
	maxPageSize: 100,
	/** `unstable`: each request has another order, so pages show entries twice or not at all. */
	order: 'start' as 'start' | 'latestFirst' | 'unstable',

	/** Whether a time that overlaps another appointment is refused. */
	taken: 'refused' as 'refused' | 'allowed',

	/** The scheme word that `webhooks/` wants. */
	webhookScheme: 'Bearer' as 'Bearer' | 'Basic',
	/** Of webhooks by API. `formWords`: the API wants the words of the dashboard's form. */
	registration: 'open' as 'open' | 'forbidden' | 'formWords',

	/** Requests a minute, which begins with the first one. Without a limit, there are no headers about it. */
	quota: Infinity,
	/** Requests served at once; more get 429, without a time. */
	capacity: Infinity,
	/** Milliseconds before every answer. */
	latency: 0,
	/** Every k-th request fails with 503, undone; 0 for none. */
	failEvery: 0,
	/** Milliseconds for which reads show the former state. */
	lag: 0,
	/** Whether the token sees no appointment. */
	blind: false,
};

export type Settings = typeof DEFAULTS;
