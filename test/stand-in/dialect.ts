import type { Status } from './appointments';
import type { StyleName } from './lists/pageStyles';

/** Everything the document leaves open. Every knob turns on its own. */
export const plain = {
	/** How lists are split into pages. */
	pagination: 'none' as 'none' | StyleName,
	pageSize: 100,
	/** How links are written: a whole URL, one with the host behind a proxy, a path, or `?` and a query alone. */
	nextLink: 'absolute' as 'absolute' | 'otherHost' | 'path' | 'query',
	/** The total that lists show. `ofPage` counts the rows of the page. */
	count: 'none' as 'exact' | 'none' | 'tooHigh' | 'tooLow' | 'ofPage',
	/**
	 * A list that misbehaves: `loop` (the last page leads to the first), `ignored` (every page is the
	 * first), `overlap` (each page begins with the last row of the one before), `short` (pages after
	 * the first are half full).
	 */
	trap: 'none' as 'none' | 'loop' | 'ignored' | 'overlap' | 'short',

	/** The order of lists. */
	order: 'start' as 'start' | 'latestFirst',

	/** How service_keys and tag_keys must be written; any other way is refused. */
	arrayEncoding: 'repeat' as 'repeat' | 'comma' | 'brackets',
	searchCode: 'exact' as 'exact' | 'partial',

	/** What a GET of one appointment answers. */
	readAnswer: 'bare' as 'bare' | 'data',
	/** What status updates, reschedules and webhook updates answer. */
	writeAnswer: 'bare' as 'bare' | 'data' | 'noContent',
	/** What cancelling an appointment and deleting a webhook answer. */
	deleteAnswer: 'noContent' as 'bare' | 'empty' | 'noContent',
	/** Whether answers hold more fields than the documented ones. */
	extraFields: false,
	/** start_date in responses: with the zone's offset, in UTC with a Z, or local without an offset. */
	dates: 'offset' as 'offset' | 'utc' | 'local',
	/** Whether lists hold canceled appointments: always, or only if a filter asks for them. */
	canceledListed: 'always' as 'always' | 'byFlag' | 'byStatus',

	webhookScheme: 'Bearer' as 'Bearer' | 'Basic',
	webhookList: 'bare' as 'bare' | 'results' | 'data' | 'paged',
	/** With `id`, keys are numbers. */
	webhookKey: 'webhook_key' as 'webhook_key' | 'key' | 'id' | 'uuid',
	/** Where a single webhook stands in an answer; list items too with `wrapListed`. */
	webhookWrap: 'none' as 'none' | 'webhook' | 'data',
	wrapListed: false,
	/** What creating a webhook answers. */
	createAnswer: 'whole' as 'whole' | 'noContent',
	/** What happens to a second webhook with the URL of another. */
	sameUrl: 'allowed' as 'allowed' | 'conflict' | 'invalid',

	/** The status that DELETE sets. */
	canceledStatus: 'CANCELED' as 'CANCELED' | 'CANCELED_CLIENT' | 'CANCELED_GOOGLE',
	statusAfterReschedule: 'same' as 'same' | Status,

	errors: 'detail' as 'detail' | 'message' | 'list' | 'fields',

	/** Milliseconds before every answer. */
	latency: 0,
	/** Requests served at once; more are refused with 429. */
	capacity: Infinity,
	/** Requests that it works on at once; more wait for their turn. */
	workers: Infinity,
	/** Every k-th request fails with 503, undone; 0 for none. */
	failEvery: 0,

	timestampDigits: 3 as 0 | 3 | 6,
};

export type Dialect = typeof plain;
