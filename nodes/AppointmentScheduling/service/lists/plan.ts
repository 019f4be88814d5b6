import { pair } from './links';
import type { Page } from './response';

/** Pages that can be fetched at the same time. */
export interface Plan {
	pages: number;
	queryOf(index: number): string;
	isAsPlanned(index: number, page: Page): boolean;
}

const PAGE = /^(page|page_?(number|no|num|index)|page\[number\])$/i;
const OFFSET = /^(offset|\$?skip|start(at|_?index)?|from|page\[offset\])$/i;

const isPosition = ([name, value]: [string, string]) =>
	(PAGE.test(name) || OFFSET.test(name)) && /^\d+$/.test(value);

/** Whether pages are found by number or offset, so that new and deleted entries shift the others. */
export const isPositional = (query: string): boolean =>
	[...new URLSearchParams(query)].some(isPosition);

/** The query with those parameters of the other one that it leaves out. */
export function merged(query: string, other: string): string {
	const given = new URLSearchParams(query);
	const isLeftOut = (part: string) =>
		[...new URLSearchParams(part).keys()].some((name) => !given.has(name));
	return [query, ...other.split('&').filter(isLeftOut)].filter((part) => part !== '').join('&');
}

/**
 * Where the pages after this one are, if the service counts entries. Undefined if we have to follow
 * the links.
 * @param read entries up to this page
 */
export function planFrom(
	{ next, total = 0, elements: { length: size } }: Page,
	read: number,
	limit: number,
): Plan | undefined {
	const [query = ''] = next?.queries ?? [];
	const [name, first] = [...new URLSearchParams(query)].find(isPosition) ?? [];
	if (name === undefined || size === 0 || total <= read) return undefined;
	const step = PAGE.test(name) ? 1 : size;
	return {
		pages: Math.ceil((Math.min(total, limit) - read) / size),
		queryOf: (index) => merged(pair(name, Number(first) + index * step), query),
		/** If not, the list has changed, or the service counts differently. */
		isAsPlanned(index, page) {
			const left = total - read - index * size;
			const isLast = left <= size;
			const isAsLong = page.elements.length === Math.min(size, left);
			return isAsLong && page.total === total && isLast === (page.next === undefined);
		},
	};
}
