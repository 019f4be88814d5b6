/**
 * Runs tasks, at most `width` at a time, and returns their results in order. A task may change the
 * number of tasks. After one has thrown, no further one starts. Once the running ones have ended, the
 * failure of the first in order is thrown.
 */
export async function inOrder<T>(
	count: number | (() => number),
	width: number,
	task: (index: number) => Promise<T>,
): Promise<T[]> {
	const end = typeof count === 'number' ? () => count : count;
	const results: T[] = [];
	const failures = new Map<number, unknown>();
	let next = 0;
	const work = async () => {
		while (next < end() && failures.size === 0) {
			const index = next;
			next += 1;
			try {
				results[index] = await task(index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, end()) }, work));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}
