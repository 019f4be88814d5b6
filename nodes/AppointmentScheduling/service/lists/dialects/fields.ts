import { fieldOf } from '../response';
import { nextFrom, type Dialect } from './dialect';

/** A field with a link to the next page, or with the value of `parameter` (in camelCase if the field is). */
const by = (name: string, field: RegExp, parameter?: string): Dialect => ({
	name,
	next(response) {
		const { name: written = '', value } = fieldOf(response, field) ?? {};
		const inCamelCase = parameter?.replace(/_\w/g, (part) => part.charAt(1).toUpperCase());
		return nextFrom(value, /[a-z][A-Z]/.test(written) ? inCamelCase : parameter);
	},
});

/** Services with a field for the next page, found by its plain name. */
export const fields: Dialect[] = [
	// { "count": 45, "next": "https://…/?page=2", "previous": null, "results": […] }
	// { "data": […], "links": { "next": "/…" } }, { "_links": { "next": { "href": "/…" } } }
	by('Django REST framework, JSON:API, HAL', /^next$/),
	// { "current_page": 1, "last_page": 3, "next_page_url": "https://…?page=2", "data": […] }
	by('Laravel', /^next(page)?url$/),
	// { "@odata.count": 45, "@odata.nextLink": "https://…?$skip=20", "value": […] }
	by('OData', /^(odata)?next(page)?(link|href)$/),
	// { "nextPageToken": "CDIQ", "items": […] }
	by('Google', /^nextpagetoken$/, 'page_token'),
	// { "response_metadata": { "next_cursor": "dXNlcjp" } }
	by('Slack', /^nextcursor$/, 'cursor'),
	// { "next_page": 2 } or X-Next-Page: 2
	by('Zendesk, GitLab', /^nextpage(number)?$/, 'page'),
	// { "nextToken": "AAAB" }
	by('AWS', /^nexttoken$/, 'next_token'),
	// { "continuationToken": "MjA=" }
	by('Azure', /^(next)?continuationtoken$/, 'continuation_token'),
	// { "next_offset": 20 }
	by('Next offset', /^nextoffset$/, 'offset'),
	// { "paging": { "cursors": { "after": "MTAx" } } }
	by('Facebook', /^after$/, 'after'),
];
