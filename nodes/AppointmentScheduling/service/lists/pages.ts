import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import type { ServiceAnswer } from '../http/response';
import { inOrder } from '../http/pool';
import { denial } from '../http/refusal';
import { fieldsBeside, fieldsIn } from './fields';
import { listIn } from './list';
import { pagesFrom, positionIn } from './next';
import { countIn, signsIn, type Page } from './signs';

/** A list at the service. */
export interface List {
	path: string;
	/** Fields that may hold the key of an entry. */
	keys: readonly string[];
	/** What only an entry of this list has. */
	entryFields: readonly string[];
}

/** Services refuse a page after the last one with these. */
export const GONE = [404, 416];
/** With these, too, but also a parameter that they do not know. */
export const INVALID = [400, 422];

/** The pages of a list, some of which are requested before their turn. */
export class Pages {
	/** Those already requested, by position: a link may write the same query in another way. */
	private readonly early = new Map<string, Page | ServiceError>();
	private isAhead = false;

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
	) {}

	/** @returns the refusal if there may be no such page */
	async request(query: string): Promise<Page | ServiceError> {
		const page = this.early.get(positionOf(query)) ?? (await this.outcomeOf(query));
		if (page instanceof ServiceError && !hasStatus(page, ...GONE, ...INVALID)) throw page;
		return page;
	}

	/** @returns whatever went wrong, because the page may not be needed */
	async requestEarly(query: string): Promise<Page | ServiceError> {
		const page = await this.outcomeOf(query);
		this.early.set(positionOf(query), page);
		return page;
	}

	/** Requests so many pages at the same time, once, if they are numbered. @param latest the one before */
	async requestAhead(first: string, most: number, latest: Page): Promise<void> {
		const size = latest.elements.length;
		const queryOf = pagesFrom(first, size);
		if (this.isAhead || !queryOf) return;
		this.isAhead = true;
		let count = most;
		await inOrder(
			() => count,
			this.client.width,
			async (index) => {
				const query = queryOf(index);
				const page = await this.outcomeOf(query);
				const isPage = !(page instanceof ServiceError);
				const isSameList = isPage && page.signs.total?.value === latest.signs.total?.value;
				if (isSameList) this.early.set(positionOf(query), page);
				if (!isSameList || page.elements.length < size) count = Math.min(count, index);
			},
		);
	}

	/** The pages that are still there. */
	async requestAgain(queries: string[]): Promise<Page[]> {
		this.early.clear();
		const again = await inOrder(
			queries.length,
			this.client.width,
			async (index) => await this.request(queries[index] ?? ''),
		);
		return again.filter((page): page is Page => !(page instanceof ServiceError));
	}

	private async outcomeOf(query: string): Promise<Page | ServiceError> {
		return await pageOrFailure(this.client, this.list, query);
	}
}

const positionOf = (query: string): string => positionIn(query)?.join('=') ?? query;

/** @throws ServiceError, also if the response contains no list, or reports an error */
export async function fetchPage(
	client: ServiceClient,
	{ path, entryFields }: List,
	search: string,
): Promise<Page> {
	const answer = await client.request({ method: 'GET', path, search }).catch(emptyList);
	const { secrets, baseUrl } = client.settings;
	const denied = denial(answer, secrets);
	if (denied) {
		const advice = 'Check the filters against the message of the service, or try again later';
		throw new ServiceError(denied.summary, advice, { said: denied.said });
	}
	const inBody = fieldsIn(answer.body);
	const fields = fieldsBeside(inBody, answer.headers);
	const elements = listIn(answer.body, entryFields, countIn(fields)?.value === 0, inBody);
	return { elements, signs: signsIn(fields, elements.length, `${baseUrl}${path}`) };
}

export const pageOrFailure = async (
	...given: Parameters<typeof fetchPage>
): Promise<Page | ServiceError> =>
	await fetchPage(...given).catch((error: unknown) => {
		if (error instanceof ServiceError) return error;
		throw error;
	});

/** A 204 means that the list is empty. */
function emptyList(error: unknown): ServiceAnswer {
	if (hasStatus(error, 204)) return { status: 204, body: [], headers: {} };
	throw error;
}
