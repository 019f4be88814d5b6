import { djangoRest, laravel, linkHeader, linksByRelation, oData } from './links';
import type { Dialect } from './next';
import * as positions from './positions';
import { aws, azure, facebook, gitLab, google, graphQl, nextOffset, slack } from './tokens';

/** Services that say where the next page is. */
const links = [djangoRest, laravel, oData, linksByRelation, linkHeader];
const tokens = [google, slack, gitLab, aws, azure, nextOffset, facebook, graphQl];
export const LINKED: Dialect[] = [...links, ...tokens];

const { limitOffset, pageNumber, spring, contentRange, totalHeaders, stripe } = positions;
/** Services that say which page this is, or only that there are more. */
export const COMPUTED: Dialect[] = [
	...[limitOffset, pageNumber, spring],
	...[contentRange, totalHeaders, stripe],
];
