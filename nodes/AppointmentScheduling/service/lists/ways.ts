import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import type { Entries } from './entries';
import { pair } from './links';
import type { Page, Pages } from './pages';

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
export function nextQuery(way: Way, { signs }: Page, read: Entries): string | undefined {
	const { by, parameter, from } = way;
	if (by === 'page') return pair(parameter, from + read.pages);
	if (by === 'entry') return pair(parameter, from + read.sent);
	const query = signs.queries.find((one) => one.startsWith(`${parameter}=`)) ?? signs.queries[0];
	// A field such as `cursor` may name the page that it is on.
	return signs.isBare && query === read.query ? undefined : query;
}

type Ways = Map<string, Promise<Way | undefined>>;

/** What the clients of a run, which share their gate, have learned about the lists at a path. */
const learned = new WeakMap<ServiceClient['changes'], Ways>();

/** How to get the pages after the first one; undefined if nothing leads there. @throws ServiceError */
export async function wayFrom(
	client: ServiceClient,
	path: string,
	first: Page,
	pages: Pages,
	read: Entries,
): Promise<Way | undefined> {
	const ways = waysIn(first);
	const [only, ...others] = ways;
	if (only?.by === 'given' && others.length === 0 && !first.signs.isBare) return only;
	const known: Ways = learned.get(client.changes) ?? new Map();
	learned.set(client.changes, known);
	const what = `${only?.by === 'given'} ${path}`;
	const finding = known.get(what) ?? find(ways, first, pages, read);
	known.set(what, finding);
	return await finding.catch((error: unknown) => {
		known.delete(what);
		throw error;
	});
}

function waysIn({ signs }: Page): Way[] {
	const { queries, page, offset } = signs;
	const given = queries.map((query): Way => {
		return { by: 'given', parameter: query.split('=')[0] ?? '', from: 0 };
	});
	if (given.length > 0) return given;
	const numbered = [...new Set(['page', page?.name ?? 'page'])].map((parameter): Way => {
		return { by: 'page', parameter, from: page?.value ?? 1, isGuess: page === undefined };
	});
	const byEntry = (parameter: string, from: number): Way => ({ by: 'entry', parameter, from });
	const first = offset ? [byEntry(offset.name, offset.value)] : [];
	return [...first, ...numbered, byEntry('offset', 0)];
}

/** The first way that leads to other entries, or to no page at all. */
async function find(ways: Way[], first: Page, pages: Pages, read: Entries) {
	for (const way of ways) {
		const next = await pages.request(nextQuery(way, first, read) ?? '');
		if (!way.isGuess) {
			if (isOther(next, read) || isNothing(next)) return way;
			continue;
		}
		const one = await pages.request(pair(way.parameter, 1));
		if (isOther(one, read) || (isNothing(one) && isNothing(next))) return { ...way, from: 0 };
		// A service that takes page 1 and refuses page 2 knows what a page is.
		const isKnown = isNothing(next) || hasStatus(next, 400, 422);
		if (isOther(next, read) || (isKnown && !(one instanceof ServiceError))) return way;
	}
	return undefined;
}

/** More than a few appointments that were booked meanwhile. */
const isOther = (page: Page | ServiceError, read: Entries): boolean =>
	!(page instanceof ServiceError) && read.newIn(page) > page.sent / 2;

const isNothing = (page: Page | ServiceError): boolean =>
	page instanceof ServiceError ? hasStatus(page, 404, 416) : page.sent === 0;
