import type { IDataObject } from 'n8n-workflow';

import { hasStatus, ServiceError } from '../core/errors';
import type { ServiceClient } from '../http/client';
import { inOrder } from '../http/pool';
import { denial } from '../http/refusal';
import type { ServiceAnswer } from '../http/response';
import { plainName } from '../values/bodies';
import { fieldsBeside, fieldsIn } from './fields';
import { pair } from './links';
import { entriesIn, listIn } from './list';
import { OFFSET, PAGE, signsIn, type Signs } from './signs';

/** A list at the service. */
export interface List {
	path: string;
	/** Fields that may hold the key of an entry. */
	keys: readonly string[];
	/** What only an entry of this list has. */
	entryFields: readonly string[];
}

export interface Page {
	elements: IDataObject[];
	/** Entries as sent, with those that are null. */
	sent: number;
	signs: Signs;
}

/** The pages of a list. Each is requested once, some before their turn. */
export class Pages {
	/** By position: a link may write the same query in another way. */
	private readonly known = new Map<string, Page | ServiceError>();

	constructor(
		private readonly client: ServiceClient,
		private readonly list: List,
		private readonly filters: string,
	) {}

	/** @returns the refusal if there may be no such page */
	async request(query: string): Promise<Page | ServiceError> {
		const page = await this.outcomeOf(query);
		if (page instanceof ServiceError && !hasStatus(page, 200, 400, 404, 416, 422)) throw page;
		return page;
	}

	/** Requests so many pages at the same time, if they are numbered. @param size entries on each */
	async requestAhead(first: string, most: number, size: number): Promise<void> {
		const [name, from] = positionIn(first) ?? [];
		if (name === undefined) return;
		const step = PAGE.test(plainName(name)) ? 1 : size;
		let count = most;
		await inOrder(
			() => count,
			this.client.width,
			async (index) => {
				const page = await this.outcomeOf(merged(pair(name, Number(from) + index * step), first));
				if (page instanceof ServiceError || page.sent < size) count = Math.min(count, index);
			},
		);
	}

	private async outcomeOf(query: string): Promise<Page | ServiceError> {
		const position = positionOf(query);
		const page =
			this.known.get(position) ??
			(await pageOrFailure(this.client, this.list, merged(query, this.filters)));
		this.known.set(position, page);
		return page;
	}
}

/** @throws ServiceError, also if the response contains no list, or reports an error */
export async function fetchPage(
	client: ServiceClient,
	{ path, entryFields }: List,
	search: string,
): Promise<Page> {
	const answer = await client.request({ method: 'GET', path, search }).catch(emptyList);
	const { secrets, baseUrl } = client.settings;
	const inBody = fieldsIn(answer.body);
	const list = listIn(answer.body, entryFields, inBody);
	const denied = denial(answer, secrets, !list?.length);
	if (denied) throw denied;
	const { length: sent } = list ?? [];
	const signs = signsIn(fieldsBeside(inBody, answer.headers), sent, `${baseUrl}${path}`);
	const elements = list ? entriesIn(list) : signs.total?.value === 0 ? [] : undefined;
	if (elements) return { elements, sent, signs };
	throw new ServiceError(
		'The response of the service contains no list of results',
		"Check 'Base URL' in the credential: another service or version may respond there",
		{ status: answer.status },
	);
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

/** The number or offset of a page in a query. */
const positionIn = (query: string): [name: string, value: string] | undefined =>
	[...new URLSearchParams(query)].find(([name, value]) => {
		const plain = plainName(name);
		// In JSON:API, the parameter is `page[offset]`.
		const isPosition = PAGE.test(plain) || OFFSET.test(plain.replace(/^page(?=offset)/, ''));
		return isPosition && /^\d{1,16}$/.test(value);
	});

const positionOf = (query: string): string => positionIn(query)?.join('=') ?? query;

/** The query with those parameters of the other one that it leaves out. */
function merged(query: string, other: string): string {
	const given = new URLSearchParams(query);
	const isLeftOut = (part: string) =>
		[...new URLSearchParams(part).keys()].some((name) => !given.has(name));
	return [query, ...other.split('&').filter(isLeftOut)].filter((part) => part !== '').join('&');
}
