import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { fetchPage, type List, type Page } from './page';

interface Plan {
	/** Entries in the whole list, and on each page. */
	total: number;
	size: number;
	/** Position of the first entry that is wanted. */
	first: number;
	/** How many pages to read. */
	count: number;
}

/** Pages in order, up to the first that is not as planned. */
export async function pagesAtOnce(
	client: ServiceClient,
	list: List,
	queryOf: (index: number) => string,
	{ total, size, first, count }: Plan,
): Promise<Array<Page | undefined>> {
	let end = count;
	return await inOrder(
		() => end,
		() => client.width,
		async (index) => {
			// If it fails, the page may not be needed.
			const page = await fetchPage(client, list, queryOf(index)).catch(() => undefined);
			const length = Math.min(size, total - first - index * size);
			if (page?.elements.length === length && page.total === total) return page;
			// The list has changed, or the service counts differently.
			end = Math.min(end, index);
			return undefined;
		},
	);
}
