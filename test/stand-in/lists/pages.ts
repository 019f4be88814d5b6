import { Refusal, type Answer } from '../server/refusal';
import type { Call } from '../operations';

const DEFAULT_SIZE = 10;

/** The page of a list that was asked for, as Django REST framework has it. */
export function pageOf<Row>(
	rows: readonly Row[],
	{ request: { path, query }, service }: Call,
	show: (row: Row) => unknown,
): Answer {
	const asked = new URLSearchParams(query);
	// What is not a positive number gives the default without a word.
	const wanted = numberIn(asked.get('page_size')) || DEFAULT_SIZE;
	const size = Math.min(wanted, service.settings.maxPageSize);
	const last = Math.max(1, Math.ceil(rows.length / size));
	const number = numberIn(asked.get('page') || '1');
	if (number < 1 || number > last) throw new Refusal(404, 'Invalid page.');
	/** The same list at another page. Its parameters are sorted, and the first page has no number. */
	const link = (page: number) => {
		if (page < 1 || page > last) return null;
		const parameters = new URLSearchParams(query);
		if (page === 1) parameters.delete('page');
		else parameters.set('page', String(page));
		parameters.sort();
		return `${service.baseUrl}${path}?${parameters.toString()}`;
	};
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

const numberIn = (text: string | null) => (/^\d+$/.test(text ?? '') ? Number(text) : 0);
