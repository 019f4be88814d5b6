import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { pair } from './links';
import type { Page } from './page';
import type { Reading } from './reading';

/** How the next page is asked for: as the page before says, by its number, or by its first position. */
export interface Way {
	by: 'given' | 'page' | 'entry';
	parameter: string;
	/** Number of the first page, or position of its first entry. */
	from: number;
	/** Whether the service does not show where its numbers begin. */
	isGuess?: boolean;
}

/** The query of the page after this one. Undefined if the page is to say it, and does not. */
export function nextQuery(way: Way, { signs }: Page, read: Reading): string | undefined {
	const { by, parameter, from } = way;
	if (by === 'page') return pair(parameter, from + read.pages);
	if (by === 'entry') return pair(parameter, from + read.sent);
	return signs.queries.find((one) => one.startsWith(`${parameter}=`)) ?? signs.queries[0];
}

/** What a run has learned about the lists at a path. */
const known = new WeakMap<ServiceClient['run'], Map<string, Known>>();

interface Known {
	/** Entries on the first page of the list that has shown it. */
	sent: number;
	way: Promise<Way | undefined>;
}

/** How to get the pages after the first one; undefined if nothing leads there. @throws ServiceError */
export async function wayFrom(read: Reading): Promise<Way | undefined> {
	const { first, of } = read;
	const { client, list } = of;
	const { page, offset, more } = first.signs;
	const given = givenWays(first);
	// A field such as `cursor` may also name the page that it is on.
	if (given.length === 1 && more) return given[0];
	if (given.length > 0) {
		return await find(page || offset ? [...given, ...numberedWays(first)] : given, read);
	}
	const paths = known.get(client.run) ?? new Map<string, Known>();
	known.set(client.run, paths);
	const former = paths.get(list.path);
	const way = await former?.way;
	// A service may repeat its last page for any later number, so a shorter list has shown nothing.
	if (former && (way || first.sent <= former.sent)) return way;
	const finding = find(numberedWays(first), read);
	paths.set(list.path, { sent: first.sent, way: finding });
	return await finding.catch((error: unknown) => {
		paths.delete(list.path);
		throw error;
	});
}

const givenWays = ({ signs }: Page): Way[] =>
	signs.queries.map((query) => ({ by: 'given', parameter: query.split('=')[0] ?? '', from: 0 }));

function numberedWays({ signs: { page, offset } }: Page): Way[] {
	const numbered = [...new Set(['page', ...shownNames(page)])].map((parameter): Way => {
		return { by: 'page', parameter, from: page?.value ?? 1, isGuess: page === undefined };
	});
	const byEntry = (parameter: string, from: number): Way => ({ by: 'entry', parameter, from });
	const first = offset ? [byEntry(offset.name, offset.value)] : [];
	return [...first, ...numbered, byEntry('offset', 0)];
}

/** In JSON:API, `page: { number: 1 }` means the parameter `page[number]`. ASP.NET shows `CurrentPage`. */
const shownNames = (page: Page['signs']['page']): string[] =>
	page
		? [page.name, ...page.path.slice(-1).map((around) => `${around}[${page.name}]`), 'pageNumber']
		: [];

/** The first way that leads to other entries, or to no page at all. */
async function find(ways: Way[], read: Reading): Promise<Way | undefined> {
	let toNothing: Way | undefined;
	for (const way of ways) {
		const next = await read.request(nextQuery(way, read.first, read) ?? '');
		if (!way.isGuess) {
			const isEnd = isNothing(next);
			if (read.isNew(next) || (isEnd && way.by !== 'given')) return way;
			// A token may have led nowhere because its parameter has another name.
			if (isEnd) toNothing ??= way;
			continue;
		}
		const one = await read.request(pair(way.parameter, 1));
		if (read.isNew(one) || (isNothing(one) && isNothing(next))) return { ...way, from: 0 };
		// A service that takes page 1 and refuses page 2 knows what a page is.
		const isKnown = isNothing(next) || hasStatus(next, 400, 422);
		if (read.isNew(next) || (isKnown && !(one instanceof ServiceError))) return way;
	}
	return toNothing;
}

const isNothing = (page: Page | ServiceError): boolean =>
	page instanceof ServiceError ? hasStatus(page, 404, 416) : page.sent === 0;
