import type { Key } from '../../service/values/keys';
import type { Book } from '../../watching/book';
import { digestOf } from '../../watching/packed';
import type { State } from '../../watching/row';
import { stateIdentity } from './identity';

/** A run about half a state may have reported any state. */
const partialTrace = (key: Key): string => digestOf('part', key);

/** How a run about this state is found in n8n's processed keys. */
export const traceOf = (key: Key, state: State, { agreement }: Book): string =>
	stateIdentity(key, state, agreement) ?? partialTrace(key);

/** How runs are found that may have reported this state. */
export const tracesOf = (key: Key, state: State, book: Book, since: number) =>
	[...new Set([traceOf(key, state, book), partialTrace(key)])].map((name) => ({ name, since }));
