import { fields } from './fields';
import { graphQl, linkHeader, linksByRelation } from './links';
import * as positions from './positions';

const { limitOffset, pageNumber, spring, contentRange, totalHeaders, stripe } = positions;

/** Services that say where the next page is. */
export const LINKED = [...fields, linksByRelation, linkHeader, graphQl];

/** Services that say which page this is, or only that there are more. */
export const COMPUTED = [limitOffset, pageNumber, spring, contentRange, totalHeaders, stripe];
