import { numbersIn } from './fields';
import { pair, withoutFirst } from './links';
import type { Next, Response } from './response';

const PAGE = /^(current)?page(number|no|num|index)?$|^(current|number)$/;
const PAGES = /^((total|num(berof)?|max)?pages|(total)?pagecount|last(page)?)$/;
const SIZE = /^(pagesize|(items|results|records)?perpage|(page)?limit|size|maxresults|take)$/;
const OFFSET = /^(current)?(offset|skip|start(at|index)?|from)$/;
const REMAINING = /^remaining$/;

/**
 * Where a page number or an offset leads, and the guard for all other lists: if anything smells of
 * pages and this one may be full, ask for the next one in the obvious ways.
 */
export function nextByPosition(response: Response): Next | undefined {
	const { asked, elements, fields, total = 0, more } = response;
	const [page, pages, size, offset, remaining] = [PAGE, PAGES, SIZE, OFFSET, REMAINING].map(
		(names) => numbersIn(fields, names)[0],
	);
	const pagesRead = asked.pagesBefore + 1;
	const read = asked.entriesBefore + elements.length;
	const basis = basisOf();
	if (basis === undefined) return undefined;

	const key = asked.keyOf(elements.at(-1));
	const step = elements.length || size?.value || 0;
	const shownPage = page && (withoutFirst(page.name, /^current[-_]?|^number$/i) || 'page');
	const obvious = [pair('page', pagesRead + 1), pair('offset', read)];
	const queries = [
		...(offset ? [pair(offset.name, offset.value + step)] : []),
		...(page && shownPage ? [pair(shownPage, page.value + 1)] : []),
		...(more && key !== undefined ? [pair('starting_after', key)] : []),
		...(/limit|max|take/.test(size?.plain ?? '') ? obvious.reverse() : obvious),
	];
	const known = queries.find((query) => query.startsWith(`${asked.way}=`));
	return { queries: known === undefined ? queries : [known], basis, isLinked: false };

	function basisOf(): Next['basis'] | undefined {
		if (more) return 'said';
		if (elements.length === 0) return undefined;
		if (pages) return Math.max(page?.value ?? 0, pagesRead) < pages.value ? 'counts' : undefined;
		// A total below what was read counts something else.
		if (total >= read) return read < total ? 'counts' : undefined;
		// Where a link has led to this page, the next one has a link too.
		const isFull = !asked.isLinked && elements.length >= (size?.value || asked.longest);
		if (isFull && (page ?? offset)) return 'position';
		return isFull && (size ?? remaining?.value) ? 'smell' : undefined;
	}
}
