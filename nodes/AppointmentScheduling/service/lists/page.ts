import { ServiceError } from '../errors';
import { COMPUTED, LINKED } from './dialects';
import { LAST_PAGE, type Next } from './dialects/dialect';
import { listResponse, type Asked, type ListResponse } from './response';

export type Page = ReturnType<typeof pageIn>;

/** What to do if a list cannot be read to its end. */
export const REMEDY =
	"Narrow the list with filters or 'Limit', and report this to the support of the service";

/** Names of fields about the next page, unlike the next free slot. */
const NEXT =
	/^next($|page|cursor|token|link|ur[il]|href|offset|skip|key|marker|batch|results?|set|index|continuation)/;

/** @throws ServiceError if the body contains no list, or the list continues at another address */
export function pageIn(body: unknown, headers: Record<string, unknown>, asked: Asked) {
	const response = listResponse(body, headers, asked);
	const { elements, total, more, fields } = response;
	const next = nextIn(response);
	const hasUnknownNext = () => fields.some(({ plain, value }) => NEXT.test(plain) && value);
	return {
		elements,
		/** Entries in the whole list, if the service reports them. */
		total,
		/** Query of the next page; undefined on the last one. */
		next: next?.link === undefined ? undefined : queryOf(next.link, asked),
		/** The service did not link to the next page, so it may not exist. */
		isGuess: next?.isGuess ?? false,
		/** Whether a known dialect says where the list continues, or that it ends. */
		isPaged: next !== undefined,
		/** Whether the service says that there are more pages, maybe in an unknown dialect. */
		hasMore: more ?? (!next && hasUnknownNext()),
	};
}

/** The first dialect that finds a next page decides. Otherwise, the first that finds the last page. */
function nextIn(response: ListResponse): Next | undefined {
	if (response.more === false) return LAST_PAGE;
	for (const dialects of [LINKED, COMPUTED]) {
		const said = dialects.flatMap((dialect) => dialect.next(response) ?? []);
		const next = said.find(({ link }) => link !== undefined);
		if (next) return next;
		if (said.length > 0 && !response.more) return LAST_PAGE;
	}
	return undefined;
}

/**
 * The query of a link to this list. We use nothing else of the link: services behind a proxy write
 * http, or a path without the prefix of the Base URL.
 */
function queryOf(link: string, { address, filters }: Asked): string {
	const here = new URL(address);
	const targets = [address, here.origin].flatMap((base) =>
		URL.canParse(link, base) ? new URL(link, base) : [],
	);
	const there = targets.find(({ protocol, host, pathname }) => {
		const path = `/${pathname.replace(/^\/|\/$/g, '')}/`;
		const isWeb = ['https:', 'http:'].includes(protocol);
		return isWeb && host === here.host && here.pathname.endsWith(path);
	});
	if (!there) {
		const place = targets[0] ? targets[0].origin + targets[0].pathname : 'no valid address';
		throw new ServiceError(
			`The next page of the list is at ${place}, which is not the address of the list`,
			`The access token is sent to ${here.origin}${here.pathname} only. ${REMEDY}`,
		);
	}
	const kept = [...new URLSearchParams(filters)].filter(([name]) => !there.searchParams.has(name));
	const parts = [there.search.slice(1), new URLSearchParams(kept).toString()];
	return parts.filter((part) => part !== '').join('&');
}
