import { fieldOf } from '../response';
import { nextFrom, type Dialect } from './next';

/** A field that holds what goes into `parameter`, in camelCase if the field is. */
const token = (name: string, field: RegExp, parameter: string): Dialect => ({
	name,
	next(response) {
		const { name: written = '', value } = fieldOf(response, field) ?? {};
		const isCamelCase = /[a-z][A-Z]/.test(written);
		const inCamelCase = parameter.replace(/_\w/g, (part) => part.charAt(1).toUpperCase());
		return nextFrom(value, isCamelCase ? inCamelCase : parameter);
	},
});

/** `{ "nextPageToken": "CDIQ", "items": […] }` */
export const google = token('Google', /^nextpagetoken$/, 'page_token');

/** `{ "response_metadata": { "next_cursor": "dXNlcjp" } }` */
export const slack = token('Slack', /^nextcursor$/, 'cursor');

/** `{ "next_page": 2 }` or `X-Next-Page: 2` */
export const gitLab = token('GitLab', /^nextpage(number)?$/, 'page');

/** `{ "nextToken": "AAAB" }` */
export const aws = token('AWS', /^nexttoken$/, 'next_token');

/** `{ "continuationToken": "MjA=" }` */
export const azure = token('Azure', /^(next)?continuationtoken$/, 'continuation_token');

/** `{ "next_offset": 20 }` */
export const nextOffset = token('Next offset', /^nextoffset$/, 'offset');

/** `{ "paging": { "cursors": { "after": "MTAx" } } }` */
export const facebook = token('Facebook', /^after$/, 'after');

/** `{ "pageInfo": { "hasNextPage": true, "endCursor": "Y3Vyc29y" } }`; the last page has a cursor as well. */
export const graphQl: Dialect = {
	name: 'GraphQL',
	next: (response) =>
		response.more ? nextFrom(fieldOf(response, /^endcursor$/)?.value, 'after') : undefined,
};
