import { numberIn } from './fields';
import { pair } from './links';
import type { Next, Response, Way } from './page';

const PAGE = /^(current)?page(number|no|num|index)?$|^(current|number)$/;
const PAGES = /^((total|num(berof)?|max)?pages|(total)?pagecount|last(page)?)$/;
const SIZE = /^(pagesize|(items|results|records)?perpage|(page)?limit|size|maxresults|take)$/;
const OFFSET = /^(current)?(offset|skip|start(at|index)?|from)$/;

/**
 * The rules about page numbers and offsets, and the guard: if anything smells of pages and this
 * one may be full, ask for the next one in the obvious ways.
 */
export function positionalNext(response: Response): Next | undefined {
	const { asked, elements, fields, total = 0, more } = response;
	const [page, pages, size, offset] = [PAGE, PAGES, SIZE, OFFSET].map((names) =>
		numberIn(fields, names),
	);
	const pagesRead = asked.pagesBefore + 1;
	const read = asked.entriesBefore + elements.length;
	const basis = (): Next['basis'] | undefined => {
		if (more === true) return 'said';
		if (elements.length === 0) return undefined;
		if (pages) return Math.max(page?.value ?? 0, pagesRead) < pages.value ? 'counts' : undefined;
		// A total below what was read counts something else.
		if (total >= read) return read < total ? 'counts' : undefined;
		if (asked.isLinked || !(page ?? size ?? offset)) return undefined;
		return elements.length >= (size?.value || asked.longest) ? 'fullPage' : undefined;
	};
	const found = basis();
	if (found === undefined) return undefined;

	const key = asked.keyOf(elements.at(-1));
	const step = elements.length || size?.value || 0;
	const named = [
		offset && way(offset.name, offset.value + step, true),
		page && way(parameterOf(page.name), page.value + 1, true),
	];
	const guesses = [way('page', pagesRead + 1), way('offset', read)];
	const isByLimit = size !== undefined && /limit|max|take/.test(size.plain);
	const all = [
		...named,
		more && key !== undefined && way('starting_after', key),
		...(isByLimit ? guesses.reverse() : guesses),
	].filter((one): one is Way => typeof one === 'object');
	const known = all.filter(({ query }) => query.startsWith(`${asked.way}=`));
	return { ways: known.length > 0 ? known : all, basis: found, isLinked: false };
}

const way = (name: string, value: number | string, isNamed = false): Way => ({
	query: pair(name, value),
	isNamed,
});

/** `current_page` is the number of this page; the parameter is `page`. */
function parameterOf(name: string): string {
	const short = name
		.replace(/^current[-_]?/i, '')
		.replace(/^[A-Z]/, (first) => first.toLowerCase());
	return /^(number|)$/i.test(short) ? 'page' : short;
}
