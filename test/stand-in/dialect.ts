import type { Status } from './appointments';
import type { StyleName } from './lists/pageStyles';

/** Everything the document leaves open. Every knob turns on its own. */
export interface Dialect {
	/** How lists are split into pages. */
	pagination: 'none' | StyleName;
	pageSize: number;
	/** Whether a list without pages ends after `pageSize` rows. */
	isCapped: boolean;
	/** What stands beside every list, at any place. */
	beside: { fields?: Record<string, unknown>; headers?: Record<string, string> };
	/**
	 * How links are written: a whole URL, one with the other scheme or with the host behind a proxy, a
	 * path, or `?` and a query alone.
	 */
	nextLink: 'absolute' | 'otherScheme' | 'otherHost' | 'path' | 'query';
	/** What stands in `next` on the last page. */
	lastNext: 'null' | 'absent';
	count: 'exact' | 'none' | 'tooHigh' | 'tooLow';
	previous: boolean;
	/**
	 * A list that misbehaves: `self` (next is the page itself), `loop` (the last page leads to the
	 * first), `repeated` (the second page holds the first page's rows), `ignored` (every page is the
	 * first), `overlap` (each page begins with the last row of the one before), `short` (pages after
	 * the first are half full).
	 */
	trap: 'none' | 'self' | 'loop' | 'repeated' | 'ignored' | 'overlap' | 'short';

	/** The order of lists. */
	order: 'start' | 'latestFirst' | 'booking' | 'key';
	/** Whether is_cancelled follows the status, or is set by DELETE alone. */
	isCancelled: 'status' | 'flag';

	/** How service_keys and tag_keys must be written; any other way is refused. */
	arrayEncoding: 'repeat' | 'comma' | 'brackets';
	/**
	 * Frameworks that refuse no other way: `php` keeps the last of repeated names and reads brackets;
	 * `django` reads repeated names and ignores brackets.
	 */
	looseArrays: 'no' | 'php' | 'django';
	/** Whether the filter is obeyed; `ignored`: every appointment matches. */
	searchCode: 'exact' | 'partial' | 'ignored';

	/** What a GET of one appointment answers. */
	readAnswer: 'bare' | 'data';
	/** What status updates, reschedules and webhook updates answer. */
	writeAnswer: 'bare' | 'data' | 'empty' | 'noContent';
	/** What cancelling an appointment and deleting a webhook answer. */
	deleteAnswer: 'body' | 'empty' | 'noContent';
	/** Whether answers hold more fields than the documented ones. */
	extraFields: boolean;
	/** start_date in responses: with the zone's offset, in UTC with a Z, or local without an offset. */
	dates: 'offset' | 'utc' | 'local';
	/** Whether lists hold canceled appointments: always, or only if a filter asks for them. */
	canceledListed: 'always' | 'byFlag' | 'byStatus';

	webhookScheme: 'Bearer' | 'Basic';
	webhookList: 'bare' | 'results' | 'data' | 'paged';
	webhookKey: 'webhook_key' | 'key' | 'id' | 'uuid';
	webhookKeyKind: 'uuid' | 'number';
	/** Where a single webhook stands in an answer; list items too with `wrapListed`. */
	webhookWrap: 'none' | 'webhook' | 'data';
	wrapListed: boolean;
	/** What creating a webhook answers. */
	createAnswer: 'whole' | 'withoutKey' | 'noContent';
	createStatus: 200 | 201;
	/** What happens to a second webhook with the URL of another. */
	sameUrl: 'allowed' | 'conflict' | 'invalid';

	/** The status that DELETE sets. */
	canceledStatus: 'CANCELED' | 'CANCELED_CLIENT' | 'CANCELED_GOOGLE';
	statusAfterReschedule: 'same' | Status;
	/** What happens to a reschedule onto a slot of the calendar that is taken. */
	takenSlot: 'conflict' | 'invalid';
	/** Whether DELETE without send_email sends the e-mail. */
	emailByDefault: boolean;

	errors: 'detail' | 'message' | 'list' | 'fields' | 'text';
	invalidStatus: 400 | 422;

	/** Milliseconds before every answer. */
	latency: number;
	/** With more requests at once than this, latency grows with the square of their number. */
	knee: number;
	/** Requests served at once; more are refused with 429. */
	capacity: number;
	/** Every k-th request fails with `failStatus`, undone; 0 for none. */
	failEvery: number;
	failStatus: number;
	/** The origin to which every request is redirected, if any. */
	redirect: string | undefined;
	/** `moved`: a path with a slash at its end is answered by 301 to the one without, as in Laravel. */
	lastSlash: 'kept' | 'moved';

	/** What stands between the client and the service, and answers in its place. */
	gateway: Gateway | undefined;

	timestampDigits: 0 | 3 | 6;
	/** The data of notifications other than appointment.created. */
	changeData: 'whole' | 'changed';
}

export interface Gateway {
	/** Milliseconds until it gives up. The service then goes on. */
	patience: number;
	/** What it answers if it gives up, or if the service breaks the connection. */
	status: number;
	headers?: Record<string, string>;
}
