import { plain, type Dialect } from './dialect';

export type { Dialect } from './dialect';

/** Named starting points; any knob can still be turned. */
export const dialects = {
	plain,
	paged: {
		...plain,
		pagination: 'pages',
		count: 'exact',
		webhookList: 'paged',
		webhookKey: 'id',
		deleteAnswer: 'bare',
		extraFields: true,
		errors: 'fields',
		timestampDigits: 6,
	},
	offset: {
		...plain,
		pagination: 'offset',
		count: 'exact',
		nextLink: 'path',
		arrayEncoding: 'comma',
		readAnswer: 'data',
		writeAnswer: 'data',
		deleteAnswer: 'empty',
		webhookList: 'data',
		webhookKey: 'uuid',
		webhookWrap: 'data',
		sameUrl: 'conflict',
		canceledStatus: 'CANCELED_CLIENT',
		statusAfterReschedule: 'PENDING',
		errors: 'list',
	},
	cursor: {
		...plain,
		pagination: 'cursor',
		nextLink: 'query',
		arrayEncoding: 'brackets',
		searchCode: 'partial',
		writeAnswer: 'noContent',
		webhookScheme: 'Basic',
		webhookList: 'results',
		webhookKey: 'key',
		webhookWrap: 'webhook',
		wrapListed: true,
		createAnswer: 'noContent',
		sameUrl: 'invalid',
		canceledStatus: 'CANCELED_GOOGLE',
		statusAfterReschedule: 'CONFIRMED',
		dates: 'utc',
		errors: 'message',
		timestampDigits: 0,
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
