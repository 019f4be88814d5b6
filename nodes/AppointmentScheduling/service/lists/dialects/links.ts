import { isObject } from '../../values/bodies';
import { fieldOf } from '../response';
import { LAST_PAGE, nextFrom, type Dialect } from './next';

/** A field that holds a link to the next page. */
const linkedBy = (name: string, field: RegExp): Dialect => ({
	name,
	next: (response) => nextFrom(fieldOf(response, field)?.value),
});

/** `{ "count": 45, "next": "https://…/?page=2", "previous": null, "results": […] }` */
export const djangoRest = linkedBy('Django REST framework; JSON:API and HAL in links', /^next$/);

/** `{ "current_page": 1, "last_page": 3, "next_page_url": "https://…?page=2", "data": […] }` */
export const laravel = linkedBy('Laravel', /^next(page)?url$/);

/** `{ "@odata.count": 45, "@odata.nextLink": "https://…?$skip=20", "value": […] }` */
export const oData = linkedBy('OData', /^(odata)?next(page)?(link|href)$/);

/** `{ "links": [{ "rel": "next", "href": "https://…?page=2" }] }` */
export const linksByRelation: Dialect = {
	name: 'Links by relation',
	next(response) {
		const links = fieldOf(response, /^links$/)?.value;
		if (!Array.isArray(links)) return undefined;
		return nextFrom(links.filter(isObject).find(({ rel }) => rel === 'next')?.href) ?? LAST_PAGE;
	},
};

/** `Link: <https://…?page=2>; rel="next", <https://…?page=3>; rel="last"` (RFC 8288) */
export const linkHeader: Dialect = {
	name: 'Link header',
	next({ headers }) {
		if (headers.link === undefined) return undefined;
		const links = String(headers.link).replace(OTHER_PARAMETER, '');
		return nextFrom(NEXT_LINK.exec(links)?.[1]) ?? LAST_PAGE;
	},
};

const OTHER_PARAMETER = /;\s*(?!rel\b)[\w*-]+=("[^"]*"|'[^']*')/gi;
const NEXT_LINK = /<([^>]*)>[^<]*?;\s*rel=["']?(?:[^"',;<]*\s)?next(?![\w-])/i;
