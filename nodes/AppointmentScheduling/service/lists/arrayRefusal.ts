import { hasStatus, ServiceError } from '../core/errors';
import type { QueryValue } from '../values/addresses';

export type Query = Record<string, QueryValue>;

export const FIELD = 'Array Format';

/** The filters that are lists of keys. */
export const listsIn = (query: Query): Array<[name: string, keys: string[]]> =>
	Object.entries(query).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value]] : []));

/** A refusal of a list of keys may be about the way in which it is written. */
export function withArrayFormat(error: unknown, query: Query): unknown {
	const isAboutLists = listsIn(query).length > 0 && hasStatus(error, 400, 422);
	if (!isAboutLists || !(error instanceof ServiceError)) return error;
	const remedy = `Check the keys, and '${FIELD}' in the credential (PHP, Laravel: Brackets)`;
	return new ServiceError(error.message, remedy, error);
}
