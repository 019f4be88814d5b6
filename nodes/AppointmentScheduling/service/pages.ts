import type { IDataObject } from 'n8n-workflow';

import { inOrder } from '../concurrency/order';
import { searchOf, type Query } from './addresses';
import type { Client } from './client';
import { hasStatus, ServiceError } from './errors';
import { isObject } from './values/objects';

/** Many responses at once would keep n8n from other work. */
const PAGES_AT_ONCE = 8;
export const MOST_PAGES = 1_000;

/** Of a list, as Django REST framework makes it. */
export interface Page {
	results: IDataObject[];
	/** The query of the link to the next page. Undefined at the end. */
	next?: string;
	/** Of the whole list. */
	count?: number;
}

export const readPage = async (client: Client, path: string, query: Query): Promise<Page> =>
	pageIn(await client.read(path, searchOf(query)), path);

/** All after the first one at once, if pages have numbers. After one that is no other page, none. */
export async function otherPages(
	client: Client,
	path: string,
	{ results, count, next }: Page,
	limit: number,
	isKnown: (entry: IDataObject) => boolean,
): Promise<Page[]> {
	const query = new URLSearchParams(next);
	if (count === undefined || query.get('page') !== '2') return [];
	const pages = Math.min(Math.ceil(Math.min(count, limit) / results.length), MOST_PAGES);
	const searches = Array.from({ length: pages - 1 }, (_, index) => {
		query.set('page', String(index + 2));
		return query.toString();
	});
	let isOver = false;
	const read = await inOrder(searches, PAGES_AT_ONCE, async (search) => {
		if (isOver) return [];
		const page = await nextPage(client, path, search);
		isOver ||= page.results.every(isKnown);
		return [page];
	});
	return read.flat();
}

/** Django responds with 404 if there is no such page any more. */
export const nextPage = async (client: Client, path: string, search: string): Promise<Page> =>
	await client.read(path, search).then(
		(body) => pageIn(body, path),
		(error: unknown) => {
			if (!hasStatus(error, 404)) throw error;
			return { results: [] };
		},
	);

function pageIn(body: unknown, path: string): Page {
	const page = isObject(body) ? body : {};
	const results: unknown = Array.isArray(body) ? body : page.results;
	if (Array.isArray(results) && results.every(isObject)) {
		const count = typeof page.count === 'number' ? page.count : undefined;
		return { results, next: queryIn(page.next), count };
	}
	throw new ServiceError(
		`The response to ${path} is no list`,
		"Check 'Base URL' in the credential: another service or version may respond there",
		{ status: 200 },
	);
}

/** Never its host: behind a proxy it may be another one, and the token must not go there. */
function queryIn(link: unknown): string | undefined {
	const base = 'https://service';
	if (typeof link !== 'string' || !URL.canParse(link, base)) return undefined;
	return new URL(link, base).search.slice(1);
}
