import { isObject } from '../../values/bodies';
import { fieldOf } from '../response';
import { LAST_PAGE, nextFrom, type Dialect } from './dialect';

/** `{ "links": [{ "rel": "next", "href": "https://…?page=2" }] }` */
export const linksByRelation: Dialect = {
	name: 'Links by relation',
	next(response) {
		const links = fieldOf(response, /^links$/)?.value;
		if (!Array.isArray(links)) return undefined;
		return nextFrom(links.filter(isObject).find(({ rel }) => rel === 'next')?.href) ?? LAST_PAGE;
	},
};

const OTHER_PARAMETER = /;\s*(?!rel\b)[\w*-]+=("[^"]*"|'[^']*')/gi;
const NEXT_LINK = /<([^>]*)>[^<]*?;\s*rel=["']?(?:[^"',;<]*\s)?next(?![\w-])/i;

/** `Link: <https://…?page=2>; rel="next", <https://…?page=3>; rel="last"` (RFC 8288) */
export const linkHeader: Dialect = {
	name: 'Link header',
	next({ headers }) {
		if (headers.link === undefined) return undefined;
		const links = String(headers.link).replace(OTHER_PARAMETER, '');
		return nextFrom(NEXT_LINK.exec(links)?.[1]) ?? LAST_PAGE;
	},
};

/** `{ "pageInfo": { "hasNextPage": true, "endCursor": "Y3Vyc29y" } }`; the last page has a cursor too. */
export const graphQl: Dialect = {
	name: 'GraphQL',
	next: (response) =>
		response.more ? nextFrom(fieldOf(response, /^endcursor$/)?.value, 'after') : undefined,
};
