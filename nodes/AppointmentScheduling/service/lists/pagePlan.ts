import type { Page } from './pageLinks';

/** Where the further pages of a list stand, known from its first page. */
interface PagePlan {
	/** How many pages follow the first. */
	pages: number;
	/** The query string of one of them, from 0 on. */
	searchOf(index: number): string;
	/** Elements a page. */
	size: number;
	total: number;
}

const PAGE_NAMES = ['page', 'page_number'];
const OFFSET_NAMES = ['offset', 'skip'];

/**
 * Where the rest of a list stands, if its first page says how many elements there are and links
 * to the next by page number or offset. Undefined where pages must be followed one by one.
 */
export function planFrom(first: Page, limit: number): PagePlan | undefined {
	const { next, total } = first;
	const size = first.elements.length;
	if (next === undefined || total === undefined || size === 0 || total <= size) return undefined;
	const step = stepOf(next, size);
	if (!step) return undefined;
	const pages = Math.ceil(Math.min(total, limit) / size) - 1;
	return { pages, searchOf: (index) => step(index + 1), size, total };
}

function stepOf(next: string, size: number): ((index: number) => string) | undefined {
	const names = new URLSearchParams(next);
	const pageName = PAGE_NAMES.find((name) => names.get(name) === '2');
	if (pageName) return (index) => withValue(next, pageName, index + 1);
	const offsetName = OFFSET_NAMES.find((name) => names.get(name) === String(size));
	return offsetName ? (index) => withValue(next, offsetName, index * size) : undefined;
}

function withValue(search: string, name: string, value: number): string {
	const pattern = new RegExp(`(^|&)${name}=[^&]*`);
	return search.replace(pattern, `$1${name}=${value}`);
}

/**
 * True when the page at `index` of the plan is what the plan expected: as long as it must be,
 * of a list as long as before, and followed by the page that the plan has next.
 */
export function isInStep(plan: PagePlan, index: number, page: Page): boolean {
	const position = (index + 1) * plan.size;
	const expected = Math.min(plan.size, plan.total - position);
	const expectedNext = position + plan.size < plan.total;
	return (
		page.elements.length === expected &&
		page.total === plan.total &&
		(page.next !== undefined) === expectedNext &&
		(page.next === undefined || sameQuery(page.next, plan.searchOf(index + 1)))
	);
}

function sameQuery(some: string, other: string): boolean {
	const sorted = (search: string) => {
		const parameters = new URLSearchParams(search);
		parameters.sort();
		return parameters.toString();
	};
	return sorted(some) === sorted(other);
}
