import type { Page } from './page';

type Plan = NonNullable<ReturnType<typeof planFrom>>;

const PAGE = /^(page|page_?(number|no|index)|page\[number\])$/i;
const OFFSET = /^(offset|\$?skip|start(at)?|page\[offset\])$/i;

/** Whether pages are found by number or offset, so that new and deleted entries shift the others. */
export const isPositional = (query: string): boolean =>
	[...new URLSearchParams(query).keys()].some((name) => PAGE.test(name) || OFFSET.test(name));

/** Where the other pages are, if the first one shows it. Undefined if we have to follow the links. */
export function planFrom({ next = '', total = 0, elements }: Page, limit: number) {
	const size = elements.length;
	if (size === 0 || total <= size) return undefined;
	const parameters = [...new URLSearchParams(next)];
	const byPage = parameters.find(([name, value]) => PAGE.test(name) && /^[12]$/.test(value));
	const byOffset = parameters.find(([name, value]) => OFFSET.test(name) && value === `${size}`);
	const [name, second] = byPage ?? byOffset ?? [];
	if (name === undefined) return undefined;
	/** How many pages follow the first. */
	const pages = Math.ceil(Math.min(total, limit) / size) - 1;
	/** The query of one of them, from 0 on. */
	const queryOf = (index: number) =>
		withValue(next, name, Number(second) + index * (byPage ? 1 : size));
	return { pages, queryOf, size, total };
}

const withValue = (query: string, name: string, value: number): string =>
	query
		.split('&')
		.map((pair) => (new URLSearchParams(pair).has(name) ? `${pair.split('=')[0]}=${value}` : pair))
		.join('&');

/** Whether a page is as planned. If not, the list has changed, or the service counts differently. */
export function isAsPlanned(plan: Plan, index: number, { elements, total, next }: Page): boolean {
	const left = plan.total - (index + 1) * plan.size;
	const sorted = (query: string) => [...new URLSearchParams(query)].map(String).sort().join();
	const expected = left > plan.size ? sorted(plan.queryOf(index + 1)) : undefined;
	const isAsLong = elements.length === Math.min(plan.size, left) && total === plan.total;
	return isAsLong && (next === undefined ? undefined : sorted(next)) === expected;
}
