import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { masked } from '../values/text';
import type { Field } from './fields';
import { fetchPage, type List, type Page } from './page';
import { Reading } from './reading';
import type { Signs } from './signs';
import { nextQuery, wayFrom, type Way } from './ways';

const MOST_PAGES = 10_000;
/** Some services link to a next page forever. */
const MOST_BARREN_PAGES = 20;
/** A shorter list with nothing beside it is whole. */
const SHORTEST_PAGE = 10;
/** Usual sizes of a page. A list of one of these with nothing beside it may be cut off. */
const USUAL_SIZES = [
	...[10, 12, 15, 16, 20, 24, 25, 30, 40, 50, 60, 64, 75, 80, 90],
	...[100, 120, 128, 200, 250, 500, 1_000],
];

export interface Collected {
	/** Every entry once, in the order of the service. */
	elements: IDataObject[];
	/** Why entries may be missing. */
	incomplete?: string;
	/** Whether the service returns only the first page, as far as anybody can see. */
	isCut?: boolean;
	/** Whether nothing but its length, a usual size of a page, suggests that entries are missing. */
	isGuess?: boolean;
}

/**
 * Reads a list to its end, whatever its pages are like: the API documentation shows none. The first
 * page chooses the way (ways.ts), then one loop follows it. An empty page, or one without new entries,
 * ends the list, unless the service says that there are more. At the end, what the service has said
 * about the length is compared with what was read. If the total changes meanwhile, pages have shifted,
 * so the list is read once more.
 * @param filters the query of the list
 * @param limit how many entries are wanted
 */
export async function collect(
	client: ServiceClient,
	list: List,
	filters: string,
	limit: number,
): Promise<Collected> {
	const once = await readOnce(client, list, filters, limit);
	return once.hasChanged ? await readOnce(client, list, filters, limit) : once;
}

async function readOnce(
	client: ServiceClient,
	list: List,
	filters: string,
	limit: number,
): Promise<Collected & { hasChanged?: boolean }> {
	const first = await fetchPage(client, list, filters);
	const read = new Reading({ client, list, filters }, first);
	const isWanted = read.entries.size < limit && !isEnd(first, read);
	const way = isWanted ? await wayFrom(read) : undefined;
	const said = way ? await follow(way, read, limit) : unsettled(first.signs, read);
	const isCut = isWanted && !way;
	const problem = said ?? (isCut ? cutIn(first) : undefined);
	const elements = [...read.entries.values()].slice(0, limit);
	if (problem === undefined || read.entries.size >= limit) return { elements };
	const incomplete = masked(problem, client.settings.secrets);
	const { hasChanged } = read;
	return { elements, incomplete, isCut, isGuess: said === undefined, hasChanged };
}

/** The list may lack entries. */
export class IncompleteList extends ServiceError {}

/** For what decides. @throws IncompleteList, because what it lacks would look free or deleted */
export function whole({ elements, incomplete }: Collected, advice: string): IDataObject[] {
	if (incomplete !== undefined) throw new IncompleteList(incomplete, advice);
	return elements;
}

const cutIn = ({ sent, signs }: Page): string | undefined =>
	USUAL_SIZES.includes(sent) || signs.size?.value === sent
		? `The service returned exactly ${sent} entries and does not say whether there are more`
		: undefined;

/** The loop. Returns why entries may be missing. */
async function follow(way: Way, read: Reading, limit: number): Promise<string | undefined> {
	let page = read.first;
	let query = nextQuery(way, page, read);
	const known = Math.min(page.signs.total?.value ?? 0, limit);
	if (query !== undefined && page.sent > 0) {
		const ahead = Math.ceil((known - read.entries.size) / page.sent);
		await read.requestAhead(query, Math.min(ahead, MOST_PAGES));
	}
	while (query !== undefined && read.entries.size < limit && !isEnd(page, read)) {
		if (read.pages >= MOST_PAGES)
			return `The list has more than ${MOST_PAGES} pages: the others were not read`;
		if (read.barren >= MOST_BARREN_PAGES)
			return `Reading stopped after ${read.barren} pages without a new entry`;
		const next = await read.request(query);
		if (next instanceof ServiceError) {
			if (hasStatus(next, 200)) throw next;
			if (way.by !== 'given') break;
			return `The service linked to a page after entry ${read.sent}, but refused it: ${next.message}`;
		}
		page = next;
		read.add(page);
		const sent = query;
		query = nextQuery(way, page, read);
		// A field such as `cursor` may name the page that it is on. An empty one is then the last one.
		if (query === sent) {
			return unsettled({ ...page.signs, more: page.sent > 0 && page.signs.more }, read);
		}
	}
	return unsettled(page.signs, read);
}

/** Whether this page is the last one, as far as anybody can see. */
function isEnd({ sent, signs }: Page, read: Reading): boolean {
	const { more, queries, pages, page, offset, size } = signs;
	if (more !== undefined || queries.length > 0) return more === false;
	const { total } = read.first.signs;
	// A total below what was read counts something else.
	if (total?.value === read.entries.size) return true;
	const last = reached(signs, read.pages);
	if (!total && pages?.value === last && (page || !isLastNumber(pages))) return true;
	const isAlone = [total, pages, page, offset, size].every((number) => number === undefined);
	if (isAlone && read.pages === 1 && sent < SHORTEST_PAGE) return true;
	return read.barren > 0 && !(pages && pages.value > last);
}

const isLastNumber = ({ plain }: Field<number>): boolean => plain.includes('last');

/** Where pages count from 0, the number of the last one is less than how many there are. */
const reached = ({ pages, page }: Signs, read: number): number =>
	(pages && isLastNumber(pages) ? page?.value : undefined) ?? read;

/** What reading has not settled of all that was said about the length. */
function unsettled(last: Signs, read: Reading): string | undefined {
	const { total, size } = read.first.signs;
	const { pages, more } = last;
	const shown = (of: NonNullable<typeof total>) =>
		`(${[...of.path, of.name].join('.')}: ${of.value})`;
	if (read.hasChanged) return 'The list kept changing while it was read: entries may be missing';
	// Some services count entries that they leave out.
	const covered = (size?.value ?? 0) * (read.pages - read.barren);
	if (total && total.value > Math.max(read.sent, covered)) {
		return `The service reported ${total.value} entries but returned ${read.sent}: some may be missing ${shown(total)}`;
	}
	if (pages && pages.value > reached(last, read.pages)) {
		return `The service reported ${pages.value} pages but returned ${read.pages}: entries may be missing ${shown(pages)}`;
	}
	return more
		? 'The list has more entries, but the service does not say how to get them'
		: undefined;
}
