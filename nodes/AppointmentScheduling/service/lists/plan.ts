import type { Page } from './page';

/** Pages that can be fetched at the same time. */
export interface Plan {
	pages: number;
	queryOf(index: number): string;
	isAsPlanned(index: number, page: Page): boolean;
}

const PAGE = /^(page|page_?(number|no|num|index)|page\[number\])$/i;
const OFFSET = /^(offset|\$?skip|start(at|_?index)?|from|page\[offset\])$/i;

/** Whether pages are found by number or offset, so that new and deleted entries shift the others. */
export const isPositional = (query: string): boolean =>
	[...new URLSearchParams(query)].some(
		([name, value]) => (PAGE.test(name) || OFFSET.test(name)) && /^\d+$/.test(value),
	);

/**
 * Where the pages after this one are, if the service counts entries. Undefined if we have to
 * follow the links.
 * @param read entries up to this page
 */
export function planFrom(
	{ next, total = 0, elements: { length: size } }: Page,
	read: number,
	limit: number,
	most: number,
): Plan | undefined {
	const query = next?.ways[0]?.query ?? '';
	const found = [...new URLSearchParams(query)].find(([name]) => isPositional(`${name}=0`));
	const [name, first] = found ?? [];
	if (name === undefined || !isPositional(query) || size === 0 || total <= read) return undefined;
	const step = PAGE.test(name) ? 1 : size;
	const queryOf = (index: number) => withValue(query, name, Number(first) + index * step);
	return {
		pages: Math.min(Math.ceil((Math.min(total, limit) - read) / size), most),
		queryOf,
		isAsPlanned(index, page) {
			const left = total - read - index * size;
			const isAsLong = page.elements.length === Math.min(size, left) && page.total === total;
			const expected = left > size ? sorted(queryOf(index + 1)) : undefined;
			const onward = page.next?.ways[0]?.query;
			return isAsLong && (onward === undefined ? undefined : sorted(onward)) === expected;
		},
	};
}

const sorted = (query: string) => [...new URLSearchParams(query)].map(String).sort().join();

const withValue = (query: string, name: string, value: number): string =>
	query
		.split('&')
		.map((pair) => (new URLSearchParams(pair).has(name) ? `${pair.split('=')[0]}=${value}` : pair))
		.join('&');
