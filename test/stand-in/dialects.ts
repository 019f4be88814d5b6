import type { Dialect, Gateway } from './dialect';

export type { Dialect, Gateway } from './dialect';

const plain: Dialect = {
	pagination: 'none',
	pageSize: 100,
	nextLink: 'absolute',
	lastNext: 'null',
	count: 'none',
	previous: false,
	trap: 'none',
	order: 'start',
	isCancelled: 'status',
	arrayEncoding: 'repeat',
	searchCode: 'exact',
	readAnswer: 'bare',
	writeAnswer: 'bare',
	deleteAnswer: 'noContent',
	extraFields: false,
	dates: 'offset',
	canceledListed: 'always',
	webhookScheme: 'Bearer',
	webhookList: 'bare',
	webhookKey: 'webhook_key',
	webhookKeyKind: 'uuid',
	webhookWrap: 'none',
	wrapListed: false,
	createAnswer: 'whole',
	createStatus: 201,
	sameUrl: 'allowed',
	canceledStatus: 'CANCELED',
	statusAfterReschedule: 'same',
	takenSlot: 'conflict',
	emailByDefault: false,
	errors: 'detail',
	invalidStatus: 400,
	latency: 0,
	knee: Infinity,
	capacity: Infinity,
	failEvery: 0,
	failStatus: 500,
	redirect: undefined,
	gateway: undefined,
	lastSlash: 'kept',
	timestampDigits: 3,
	changeData: 'whole',
};

/** Varnish as it is installed: it takes a broken connection for a failure of its backend. */
export const varnish: Gateway = {
	patience: 60_000,
	status: 503,
	headers: { 'retry-after': '5' },
};

/** Named starting points; any knob can still be turned. */
export const dialects = {
	plain,
	paged: {
		...plain,
		pagination: 'pages',
		count: 'exact',
		previous: true,
		webhookList: 'paged',
		webhookKey: 'id',
		webhookKeyKind: 'number',
		deleteAnswer: 'body',
		extraFields: true,
		errors: 'fields',
		timestampDigits: 6,
	},
	offset: {
		...plain,
		pagination: 'offset',
		count: 'exact',
		previous: true,
		nextLink: 'path',
		arrayEncoding: 'comma',
		readAnswer: 'data',
		writeAnswer: 'data',
		deleteAnswer: 'empty',
		webhookList: 'data',
		webhookKey: 'uuid',
		webhookWrap: 'data',
		createStatus: 200,
		sameUrl: 'conflict',
		canceledStatus: 'CANCELED_CLIENT',
		statusAfterReschedule: 'PENDING',
		errors: 'list',
		invalidStatus: 422,
	},
	cursor: {
		...plain,
		pagination: 'cursor',
		nextLink: 'query',
		arrayEncoding: 'brackets',
		searchCode: 'partial',
		writeAnswer: 'empty',
		webhookScheme: 'Basic',
		webhookList: 'results',
		webhookKey: 'key',
		createAnswer: 'withoutKey',
		sameUrl: 'invalid',
		dates: 'utc',
		errors: 'message',
		timestampDigits: 0,
	},
	odd: {
		...plain,
		pagination: 'pages',
		nextLink: 'query',
		lastNext: 'absent',
		arrayEncoding: 'brackets',
		searchCode: 'partial',
		writeAnswer: 'noContent',
		webhookScheme: 'Basic',
		webhookList: 'paged',
		webhookKey: 'uuid',
		webhookWrap: 'webhook',
		wrapListed: true,
		createAnswer: 'noContent',
		sameUrl: 'conflict',
		canceledStatus: 'CANCELED_GOOGLE',
		statusAfterReschedule: 'CONFIRMED',
		takenSlot: 'invalid',
		emailByDefault: true,
		errors: 'text',
		extraFields: true,
		timestampDigits: 6,
		changeData: 'changed',
	},
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;

/** The dialect meant by a name, or by a name and the knobs that differ from it. */
export function dialect(
	wanted: DialectName | (Partial<Dialect> & { like?: DialectName }) = 'plain',
): Dialect {
	if (typeof wanted === 'string') return { ...dialects[wanted] };
	const { like = 'plain', ...knobs } = wanted;
	return { ...dialects[like], ...knobs };
}
