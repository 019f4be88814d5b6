import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { COMPUTED, LINKED } from './dialects';
import { LAST_PAGE, type Next } from './dialects/next';
import { baseOf } from './dialects/positions';
import { listResponse, type Asked, type ListResponse } from './response';

export interface Page {
	elements: IDataObject[];
	/** Entries in the whole list, if the service reports them. */
	total: number | undefined;
	/** Query of the next page; undefined on the last one. */
	next: string | undefined;
	/** The service did not link to the next page: it may not exist. */
	isGuess: boolean;
	/** A known dialect says where the list continues, or that it ends. */
	isPaged: boolean;
	/** The service says that there are more pages. */
	hasMore: boolean;
	/** Number of the first page. */
	base: number;
}

/** What to do if a list can't be read to its end. */
export const REMEDY =
	"Narrow the list with filters or 'Limit', and report this to the support of the service";

const UNKNOWN_NEXT =
	/^next(page|cursor|token|link|ur[il]|href|offset|skip|key|marker|batch|results?|set|index|continuation)/;

/** @throws ServiceError if the body contains no list, or the list continues at another address */
export function pageIn(body: unknown, headers: Record<string, unknown>, asked: Asked): Page {
	const response = listResponse(body, headers, asked);
	const { elements, total, more } = response;
	const next = nextIn(response);
	return {
		elements,
		total,
		next: next?.link === undefined ? undefined : queryOf(next.link, asked),
		isGuess: next?.isGuess ?? false,
		isPaged: next !== undefined,
		hasMore: more ?? (next ? (next.isUnclear ?? false) : hasUnknownNext(response)),
		base: baseOf(response),
	};
}

/** The first dialect that knows the next page decides; if none does, one that sees the last page. */
function nextIn(response: ListResponse): Next | undefined {
	if (response.more === false) return LAST_PAGE;
	for (const dialects of [LINKED, COMPUTED]) {
		const said = dialects.flatMap((dialect) => dialect.next(response) ?? []);
		const next = said.find(({ link }) => link !== undefined);
		if (next) return next;
		if (said.length > 0 && !response.more)
			return said.find(({ isUnclear }) => isUnclear) ?? said[0];
	}
	return undefined;
}

/** Whether a field must be about the next page, unlike the next free slot, and no dialect knows it. */
const hasUnknownNext = ({ fields }: ListResponse): boolean =>
	fields.some(({ plain, value }) => UNKNOWN_NEXT.test(plain) && Boolean(value));

/**
 * The query of a link to this list. Nothing else of the link is used: services behind a proxy
 * write http, or a path without the prefix of the Base URL.
 */
function queryOf(link: string, { address, filters }: Asked): string {
	const here = new URL(address);
	const targets = [address, here.origin].flatMap((base) =>
		URL.canParse(link, base) ? new URL(link, base) : [],
	);
	const there = targets.find(({ protocol, host, pathname }) => {
		const path = `/${pathname.replace(/^\/|\/$/g, '')}/`;
		const isHere = /^https?:$/.test(protocol) && host === here.host;
		return isHere && path !== '//' && here.pathname.endsWith(path);
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
