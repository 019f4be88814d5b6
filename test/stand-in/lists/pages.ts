import type { Dialect } from '../dialects';
import { isStyle, STYLES } from './pageStyles';
import { styledPage } from './styledPage';
import { Refusal, type Answer } from '../server/refusal';

export interface PageQuery {
	page?: number;
	limit?: number;
	offset?: number;
	cursor?: string;
}

/** A page as the service answers it, in the dialect's style. */
export function listAnswer<Row extends object>(
	rows: readonly Row[],
	query: PageQuery,
	place: Place,
	rules: Rules,
	show: (row: Row) => unknown,
): Answer {
	const { pagination, pageSize } = rules;
	if (!isStyle(pagination)) {
		const page = pageOf(rows, query, place, rules);
		return { status: 200, body: { ...page, results: page.results.map(show) } };
	}
	const { parameter } = STYLES[pagination];
	const asked = new URLSearchParams(place.query).get(parameter) ?? undefined;
	const keyOf = (index: number) => String(Object.values(show(rows[index] as Row) as object)[0]);
	const { rows: shown, write } = styledPage(rows, {
		...{ style: pagination, asked, size: pageSize, keyOf },
		total: rules.count === 'none' ? rows.length : countOf(rows.length, rules),
		linkTo: (parameters) => linkTo(parameters, place, rules),
	});
	return { status: 200, ...write(shown.map(show)) };
}

/** Where the list is asked for. */
export interface Place {
	origin: string;
	path: string;
	/** The raw query, without the question mark. */
	query: string;
}

export interface Page<Row> {
	results: Row[];
	count?: number;
	next?: string | null;
	previous?: string | null;
}

type Rules = Pick<
	Dialect,
	'pagination' | 'pageSize' | 'nextLink' | 'lastNext' | 'count' | 'previous' | 'trap'
>;

/** Rows from..to of the list, and what the link to another page says. */
interface Cut {
	from: number;
	to: number;
	next?: Record<string, string>;
	previous?: Record<string, string>;
}

/** One page of a list in the dialect's manner, traps included. */
export function pageOf<Row>(
	rows: readonly Row[],
	query: PageQuery,
	place: Place,
	rules: Rules,
): Page<Row> {
	const cut = cutOf(rows.length, query, rules);
	const page: Page<Row> = { results: rows.slice(cut.from, cut.to) };
	if (rules.count !== 'none') page.count = countOf(rows.length, rules);
	if (rules.pagination === 'none') return page;
	const next = nextOf(cut, rows.length, place, rules);
	if (next !== null || rules.lastNext === 'null') page.next = next;
	if (rules.previous) page.previous = cut.previous ? linkTo(cut.previous, place, rules) : null;
	return page;
}

function countOf(length: number, { count, pageSize }: Rules): number {
	if (count === 'tooHigh') return length + pageSize + 1;
	return count === 'tooLow' ? Math.floor(length / 2) : length;
}

function cutOf(length: number, query: PageQuery, rules: Rules): Cut {
	const { pageSize, trap } = rules;
	switch (rules.pagination) {
		case 'none':
			return { from: 0, to: length };
		case 'pages': {
			const asked = query.page ?? 1;
			const number = trap === 'ignored' ? 1 : asked;
			const from = startOf(number, rules);
			if (number > 1 && from >= length) throw new Refusal(404, 'Invalid page.');
			const to = startOf(number + 1, rules);
			return {
				...rowsAt(from, to - from + (trap === 'overlap' ? 1 : 0), rules),
				...(to < length && { next: { page: String(number + 1) } }),
				...(number > 1 && { previous: { page: String(number - 1) } }),
			};
		}
		case 'offset': {
			const limit = Math.min(query.limit ?? pageSize, pageSize);
			const offset = trap === 'ignored' ? 0 : (query.offset ?? 0);
			const step = offset > 0 && trap === 'short' ? Math.ceil(limit / 2) : limit;
			const from = offset > 0 && trap === 'overlap' ? offset - 1 : offset;
			const links = (at: number) => ({ limit: String(limit), offset: String(at) });
			return {
				...rowsAt(from, step, rules),
				...(from + step < length && { next: links(from + step) }),
				...(offset > 0 && { previous: links(Math.max(0, offset - limit)) }),
			};
		}
		case 'cursor': {
			const offset = trap === 'ignored' ? 0 : positionOf(query.cursor);
			const step = offset > 0 && trap === 'short' ? Math.ceil(pageSize / 2) : pageSize;
			const from = offset > 0 && trap === 'overlap' ? offset - 1 : offset;
			return {
				...rowsAt(from, step, rules),
				...(from + step < length && { next: { cursor: cursorOf(from + step) } }),
				...(offset > 0 && { previous: { cursor: cursorOf(Math.max(0, offset - pageSize)) } }),
			};
		}
		default:
			throw new Error(`${rules.pagination} is a style of its own.`);
	}
}

/** The rows of a page; the second page is the first again where pages are repeated. */
function rowsAt(from: number, length: number, { pageSize, trap }: Rules): Cut {
	const at = trap === 'repeated' && from === pageSize ? 0 : from;
	return { from: at, to: at + length };
}

function startOf(page: number, { pageSize, trap }: Rules): number {
	if (trap === 'short' && page > 1) return pageSize + (page - 2) * Math.ceil(pageSize / 2);
	return (page - 1) * (trap === 'overlap' ? pageSize - 1 : pageSize);
}

function nextOf({ next }: Cut, length: number, place: Place, rules: Rules): string | null {
	if (rules.trap === 'self') return length > 0 ? written(place, rules) : null;
	if (rules.trap === 'loop') return linkTo(next ?? {}, place, rules);
	return next ? linkTo(next, place, rules) : null;
}

const PAGE_PARAMETERS = new Set([
	'limit',
	'cursor',
	...Object.values(STYLES).map(({ parameter }) => parameter),
]);

/** A link to this list with other page parameters and the filters left as they were written. */
function linkTo(parameters: Record<string, string>, place: Place, rules: Rules): string {
	const kept = place.query.split('&').filter((pair) => {
		const [name = ''] = new URLSearchParams(pair).keys();
		return pair && !PAGE_PARAMETERS.has(name);
	});
	const added = Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
	return written({ ...place, query: [...kept, ...added].join('&') }, rules);
}

function written({ origin, path, query }: Place, { nextLink }: Rules): string {
	const other = origin.replace(/^https?/, (scheme) => (scheme === 'http' ? 'https' : 'http'));
	const start = {
		...{ absolute: `${origin}${path}`, otherScheme: `${other}${path}` },
		otherHost: `http://backend:8000${path}`,
		...{ path, query: '' },
	}[nextLink];
	return query || nextLink === 'query' ? `${start}?${query}` : start;
}

const cursorOf = (position: number) => Buffer.from(`at:${position}`).toString('base64url');

function positionOf(cursor: string | undefined): number {
	if (cursor === undefined) return 0;
	const position = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
	if (!position) throw new Refusal(400, 'Invalid cursor', 'cursor');
	return Number(position[1]);
}
