import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { merged } from './next';
import { fetchPage, type List, type Page } from './page';

/**
 * Asks once for page 2 of a list with nothing beside it. If the service knows such pages, page 1 is
 * asked for, too: where pages are counted from 0, that is the second one.
 * @returns the pages in order, or undefined if it is still unknown whether there are more
 */
export async function pagesAfterBare(
	client: ServiceClient,
	list: List,
	second: string,
	isNew: (page: Page) => boolean,
): Promise<Array<[query: string, page: Page]> | undefined> {
	const asked = async (query: string) =>
		await fetchPage(client, list, query).catch((error: unknown) => {
			if (error instanceof ServiceError) return error;
			throw error;
		});
	const page = await asked(second);
	const isRefused = page instanceof ServiceError;
	const isAnswer = isRefused
		? hasStatus(page, 404, 416)
		: page.elements.length === 0 || isNew(page);
	if (!isAnswer) return undefined;
	const first = merged('page=1', second);
	const found: Array<[string, Page | ServiceError]> = [
		[first, await asked(first)],
		[second, page],
	];
	return found.flatMap(([query, one]) => (one instanceof ServiceError ? [] : [[query, one]]));
}
