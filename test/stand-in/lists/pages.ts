import type { Dialect } from '../dialects';
import { Refusal, type Answer } from '../server/refusal';
import { STYLES, type Style } from './pageStyles';

/** Where the list is asked for. */
export interface Place {
	origin: string;
	path: string;
	/** The raw query, without the question mark. */
	query: string;
}

type Rules = Pick<Dialect, 'pagination' | 'pageSize' | 'nextLink' | 'count' | 'trap'>;

/** A page as the service answers it, in the dialect's style, traps included. */
export function listAnswer<Row extends object>(
	rows: readonly Row[],
	place: Place,
	rules: Rules,
	show: (row: Row) => unknown,
): Answer {
	const { pagination, pageSize: size, trap } = rules;
	const { length } = rows;
	const countFor = (shown: number) =>
		rules.count === 'none' ? {} : { count: countOf(length, shown, rules) };
	if (pagination === 'none') {
		return { status: 200, body: { results: rows.map(show), ...countFor(length) } };
	}

	const style: Style = STYLES[pagination];
	const { parameter, holds, base, body, headers } = style;
	const text = new URLSearchParams(place.query).get(parameter) ?? '';
	const asked = trap === 'ignored' ? '' : text;
	const keyOf = (index: number) => String(Object.values(show(rows[index] as Row) as object)[0]);
	const after = (key: string) => rows.findIndex((_row, index) => keyOf(index) === key) + 1 || NaN;
	const positions = {
		page: () => startOfPage(Number(asked) - base, rules),
		offset: () => Number(asked),
		token: () => positionIn(asked),
		after: () => after(asked),
	};
	const at = asked === '' ? 0 : positions[holds]();
	if (!(at >= 0)) throw new Refusal(400, 'Not a page.', parameter);
	if (holds === 'page' && at > 0 && at >= length) throw new Refusal(404, 'Invalid page.');

	const end = at + (trap === 'short' && at > 0 ? half(size) : size);
	const hasNext = end < length;
	const nextAt = trap === 'overlap' ? end - 1 : Math.min(end, length);
	const number = holds === 'page' && asked !== '' ? Number(asked) : base + Math.floor(at / size);
	const value = {
		page: () => String(number + 1),
		offset: () => String(nextAt),
		token: () => (hasNext ? tokenOf(nextAt) : ''),
		after: () => (hasNext ? keyOf(nextAt - 1) : ''),
	}[holds]();
	// The trap leads back to the first page.
	const isLinked = hasNext || trap === 'loop';
	const next = isLinked ? linkTo(hasNext ? { [parameter]: value } : {}, place, rules) : null;
	const count = countFor(Math.min(end, length) - at);
	const total = count.count ?? length;
	const page = {
		results: rows.slice(at, end).map(show),
		at,
		total,
		size,
		number,
		pages: Math.max(1, Math.ceil(total / size)),
		hasNext,
		next,
		value,
		around: {
			...count,
			next,
			previous: at > 0 ? linkTo({}, place, rules) : null,
		},
	};
	const written = Object.entries(headers(page)).map(([name, text]) => [name, String(text)]);
	return { status: 200, body: body(page), headers: Object.fromEntries(written) };
}

function countOf(length: number, shown: number, { count, pageSize }: Rules): number {
	if (count === 'ofPage') return Math.max(0, shown);
	if (count === 'tooHigh') return length + pageSize + 1;
	return count === 'tooLow' ? Math.floor(length / 2) : length;
}

const half = (size: number) => Math.ceil(size / 2);

/** @param page counted from 0 */
function startOfPage(page: number, { pageSize, trap }: Rules): number {
	if (trap === 'short' && page > 0) return pageSize + (page - 1) * half(pageSize);
	return page * (trap === 'overlap' ? pageSize - 1 : pageSize);
}

/** What a picture begins with in base64, so that tokens look like paths. */
const START = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xfb]);
const tokenOf = (position: number) =>
	Buffer.concat([START, Buffer.from(`at:${position}`)]).toString('base64');
const positionIn = (token: string) =>
	Number(/at:(\d+)$/.exec(Buffer.from(token, 'base64').toString())?.[1]);

const PAGE_PARAMETERS = new Set(['limit', ...Object.values(STYLES).map((one) => one.parameter)]);

/** A link to this list with other page parameters and the filters left as they were written. */
function linkTo(parameters: Record<string, string>, place: Place, rules: Rules): string {
	const kept = place.query.split('&').filter((pair) => {
		const [name = ''] = new URLSearchParams(pair).keys();
		return pair && !PAGE_PARAMETERS.has(name);
	});
	const added = Object.entries(parameters).map(
		([name, value]) => `${name}=${encodeURIComponent(value)}`,
	);
	const query = [...kept, ...added].join('&');
	const { origin, path } = place;
	const start = {
		absolute: `${origin}${path}`,
		otherHost: `http://backend:8000${path}`,
		path,
		query: '',
	}[rules.nextLink];
	return query || rules.nextLink === 'query' ? `${start}?${query}` : start;
}
