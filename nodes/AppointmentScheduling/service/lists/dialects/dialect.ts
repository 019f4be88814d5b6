import { isObject } from '../../values/bodies';
import type { ListResponse } from '../response';

/** A style of pagination. */
export interface Dialect {
	name: string;
	/** Where the next page is. Undefined if the response is in another dialect. */
	next(response: ListResponse): Next | undefined;
}

export interface Next {
	/** An address, or the query of one. Undefined on the last page. */
	link?: string;
	/** The service does not link to the page, which should be here. */
	isGuess?: boolean;
}

export const LAST_PAGE: Next = {};

/**
 * What a field says about the next page: a link, also in an object like HAL's `{ "href": … }`, the
 * parameters of the page, or the value of one `parameter`.
 */
export function nextFrom(value: unknown, parameter?: string): Next | undefined {
	if (value === undefined || typeof value === 'boolean') return undefined;
	// Null and an empty text are 0 too.
	if (Number(value) <= 0) return LAST_PAGE;
	if (isObject(value)) {
		const link = ['href', 'url', 'link'].find((name) => name in value);
		if (link !== undefined) return nextFrom(value[link]);
		const parameters = Object.entries(value).filter(([, part]) => part !== null);
		if (parameters.length === 0) return LAST_PAGE;
		if (parameters.some(([, part]) => typeof part === 'object')) return undefined;
		return { link: `?${parameters.map(([key, part]) => `${key}=${String(part)}`).join('&')}` };
	}
	const text = String(value);
	if (/^(https?:)?\/|\?/i.test(text)) return { link: text };
	if (/^(page|offset|limit|cursor)=/.test(text)) return { link: `?${text}` };
	const name = parameter ?? (/^\d+$/.test(text) ? 'page' : 'cursor');
	return { link: `?${name}=${encodeURIComponent(text)}` };
}
