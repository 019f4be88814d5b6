import { pair } from './links';

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
 * Where the pages from this one on are, if they are numbered.
 * @param size entries in each page
 */
export function pagesFrom(query: string, size: number): ((index: number) => string) | undefined {
	const [name, first] = [...new URLSearchParams(query)].find(isPosition) ?? [];
	if (name === undefined) return undefined;
	const step = PAGE.test(name) ? 1 : size;
	return (index) => merged(pair(name, Number(first) + index * step), query);
}
