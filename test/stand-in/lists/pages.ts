import { Refusal, type Answer } from '../server/refusal';
import type { Settings } from '../settings';

/** Where the list is asked for. */
export interface Place {
	origin: string;
	path: string;
	/** The raw query, without the question mark. */
	query: string;
}

/** A page as Django REST framework has it. */
export function pageOf<Row>(
	rows: readonly Row[],
	place: Place,
	sizes: Pick<Settings, 'pageSize' | 'maxPageSize'>,
	show: (row: Row) => unknown,
): Answer {
	const query = new URLSearchParams(place.query);
	const size = sizeOf(query.get('page_size'), sizes);
	const last = Math.max(1, Math.ceil(rows.length / size));
	const number = numberOf(query.get('page') || '1', last);
	if (number < 1 || number > last) throw new Refusal(404, 'Invalid page.');
	const link = (page: number) => (page < 1 || page > last ? null : linkTo(page, place));
	return {
		status: 200,
		body: {
			count: rows.length,
			next: link(number + 1),
			previous: link(number - 1),
			results: rows.slice((number - 1) * size, number * size).map(show),
		},
	};
}

/** What is not a positive number gives the default without a word. */
function sizeOf(
	text: string | null,
	{ pageSize, maxPageSize }: Pick<Settings, 'pageSize' | 'maxPageSize'>,
): number {
	const size = /^\d+$/.test(text ?? '') ? Number(text) : 0;
	return Math.min(size > 0 ? size : pageSize, maxPageSize);
}

function numberOf(text: string, last: number): number {
	if (text === 'last') return last;
	return /^\d+$/.test(text) ? Number(text) : 0;
}

/** The same list at another page. Its parameters are sorted, and the first page has no number. */
function linkTo(page: number, { origin, path, query }: Place): string {
	const parameters = new URLSearchParams(query);
	if (page === 1) parameters.delete('page');
	else parameters.set('page', String(page));
	parameters.sort();
	const text = parameters.toString();
	return `${origin}${path}${text && `?${text}`}`;
}
