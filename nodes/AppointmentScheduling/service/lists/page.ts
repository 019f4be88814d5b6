import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { listIn, reportedError } from '../values/bodies';
import { fieldsOf, numbersIn, type Field } from './fields';
import { linkedNext } from './links';
import { positionalNext } from './positions';

/** What to do if a list cannot be read to its end. */
export const REMEDY =
	"Narrow the list with filters or 'Limit', and report this to the support of the service";

/** A request for one page of a list, and what was read before it. */
export interface Asked {
	/** The address of the list without a query. */
	address: string;
	pagesBefore: number;
	entriesBefore: number;
	/** Entries in the longest page so far. */
	longest: number;
	/** The parameter that has led from page to page. */
	way?: string;
	/** Whether the service linked to this page. */
	isLinked?: boolean;
	keyOf(entry: IDataObject | undefined): string | undefined;
}

/** A query that may lead to the next page. */
export interface Way {
	query: string;
	/** Whether the response names the parameter, so that a refusal means the end. */
	isNamed: boolean;
}

export interface Next {
	/** To be tried in this order. */
	ways: Way[];
	/** Why there should be one: the service says so, its counts do, or only this page is full. */
	basis: 'said' | 'counts' | 'fullPage';
	/** Whether the service gives a link or a token. */
	isLinked: boolean;
}

/** What the rules know about a page. */
export interface Response {
	asked: Asked;
	elements: IDataObject[];
	fields: Field[];
	total: number | undefined;
	/** Whether there are more pages; undefined if the response does not say so. */
	more: boolean | undefined;
}

export interface Page {
	elements: IDataObject[];
	/** Entries in the whole list, if the service reports them. */
	total: number | undefined;
	/** Where the next page is. Undefined if this seems to be the last one. */
	next: Next | undefined;
}

const TOTAL =
	/^(total(count|results|items|elements|records|entries|hits|size)?|numresults|odatacount)$/;
const MORE = /^((has)?more(pages|results|items)?|(has)?next|hasnextpage)$/;
const LAST = /^((is)?last(page)?|(is)?end)$/;
/** In `meta`, `remaining` counts the requests of a rate limit. */
const COUNTS_REMAINING = /^(body|pagination|paging|pager|page)$/;

/** @throws ServiceError if the body contains no list, or reports an error */
export function pageIn(body: unknown, headers: Record<string, unknown>, asked: Asked): Page {
	const problem = reportedError(body);
	if (problem !== undefined) {
		throw new ServiceError(
			`The service reported an error instead of a list: ${problem.slice(0, 500)}`,
			'Check the filters against the message of the service, or try again later',
		);
	}
	const fields = fieldsOf(body, headers);
	const counts = numbersIn(fields, /^count$/).map(({ value }) => value);
	const totals = numbersIn(fields, TOTAL).map(({ value }) => value);
	const elements = listIn(body, [...totals, ...counts].includes(0));
	// A `count` may be that of this page only.
	totals.push(...counts.filter((count) => count !== elements.length || count === 0));
	const total = totals.length > 0 ? Math.max(...totals) : undefined;
	return {
		elements,
		total,
		next: nextIn({ asked, elements, fields, total, more: moreIn(fields) }),
	};
}

/** A link or a token leads to the next page. Otherwise, a page number or an offset may do so. */
function nextIn(response: Response): Next | undefined {
	if (response.more === false) return undefined;
	const { ways, isEnd, isUnknown } = linkedNext(response);
	if (ways.length > 0)
		return {
			ways,
			basis: response.more === true || isUnknown ? 'said' : 'fullPage',
			isLinked: true,
		};
	if (isEnd && response.more !== true) return undefined;
	return positionalNext(isUnknown ? { ...response, more: true } : response);
}

function moreIn(fields: Field[]): boolean | undefined {
	const says = (name: RegExp, ...values: unknown[]) =>
		fields.some(({ plain, value }) => name.test(plain) && values.includes(value));
	const isRemaining = numbersIn(fields, /^remaining$/).some(
		({ holder, value }) => COUNTS_REMAINING.test(holder) && value > 0,
	);
	if (says(MORE, true, 'true', 1, '1') || says(LAST, false, 'false') || isRemaining) return true;
	return says(MORE, false, 'false') || says(LAST, true, 'true') ? false : undefined;
}
