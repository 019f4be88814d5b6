import type { IDataObject } from 'n8n-workflow';

import type { Field } from './fields';

/** A request for one page of a list, and what was read before it. */
export interface Asked {
	/** The address of the list without a query. */
	address: string;
	pagesBefore: number;
	entriesBefore: number;
	/** Entries in the longest page so far. */
	longest: number;
	/** The parameter that leads from page to page. */
	way?: string;
	/** Whether the service gave a link or a token for this page. */
	isLinked?: boolean;
	keyOf(entry: IDataObject | undefined): string | undefined;
}

export interface Next {
	/** Queries that may lead to the next page, to be tried in this order. */
	queries: string[];
	/**
	 * Why there should be one: the service says so, its counts do, or this page is full and shows its
	 * position, or anything else that smells of pages.
	 */
	basis: 'said' | 'counts' | 'position' | 'smell';
	isLinked: boolean;
}

export interface Page {
	elements: IDataObject[];
	/** Entries in the whole list, if the service reports them. */
	total: number | undefined;
	/** Undefined if this seems to be the last page. */
	next: Next | undefined;
}

/** What the rules know about a page. */
export interface Response extends Omit<Page, 'next'> {
	asked: Asked;
	fields: Field[];
	/** Whether there are more pages; undefined if the response does not say so. */
	more: boolean | undefined;
}
