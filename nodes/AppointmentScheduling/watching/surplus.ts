import type { Key } from '../service/values/keys';
import type { Entry } from './packedRows';
import { latest } from './row';
import { startIn } from './state';

/** n8n writes static data as a whole, so it has to stay small. */
export const MOST_LISTED = 20_000;

interface Surplus {
	key: Key;
	/** Whether the present list has it. */
	isPresent: boolean;
	/** In ms since the epoch. `FOREVER` if it is unknown. */
	start: number;
}

/** What is listed beyond that number: what the list lacks now, and then the most distant ones. */
export function surplusOf(
	rows: Array<[Key, Entry]>,
	zone: string,
	listed: Set<Key> | undefined,
): Surplus[] {
	const all = rows.filter(([, { isListed }]) => isListed);
	if (all.length <= MOST_LISTED) return [];
	const starts = all.map(([key, { row }]) => {
		const isPresent = listed?.has(key) ?? true;
		return { key, isPresent, start: startIn(latest(row), zone) };
	});
	const byDistance = (one: Surplus, other: Surplus) =>
		Number(one.isPresent) - Number(other.isPresent) || other.start - one.start;
	return starts.sort(byDistance).slice(0, all.length - MOST_LISTED);
}
