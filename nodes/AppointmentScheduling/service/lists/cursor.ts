import type { Field } from './fields';
import type { Page } from './signs';

/** How far a list was read. */
export interface Cursor {
	/** The query of the whole list. */
	filters: string;
	pages: number;
	/** Without those of earlier pages. Twice on one page counts twice, as services may count so. */
	entries: number;
	/** Entries on the longest page. */
	longest: number;
	/** The query of the last page that was not empty. */
	query: string;
	/** The smallest one: entries that were added meanwhile may be on pages that were already read. */
	total?: Field<number>;
	/** The key of the last entry. */
	lastKey?: string;
	/** The parameter that led from page to page. */
	way?: string;
	/** Whether the service gave a link or a token for the latest page. */
	isLinked: boolean;
}

export const firstCursor = (filters: string): Cursor => ({
	filters,
	pages: 0,
	entries: 0,
	longest: 0,
	query: filters,
	isLinked: false,
});

/** One more page. */
interface Step {
	query: string;
	isLinked: boolean;
	/** Entries that no page before had. */
	added: number;
	lastKey: string | undefined;
}

export function advanced(cursor: Cursor, { elements, signs }: Page, step: Step): Cursor {
	const { length } = elements;
	const { total = signs.total } = cursor;
	const isSmaller = total && signs.total && signs.total.value < total.value;
	return {
		filters: cursor.filters,
		pages: cursor.pages + 1,
		entries: cursor.entries + step.added,
		longest: Math.max(cursor.longest, length),
		query: length > 0 ? step.query : cursor.query,
		total: isSmaller ? signs.total : total,
		lastKey: step.lastKey,
		way: cursor.pages > 0 ? step.query.split('=')[0] : undefined,
		isLinked: step.isLinked,
	};
}
