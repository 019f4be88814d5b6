/**
 * Runs `count` tasks, at most `width` at a time, and returns their results in their order.
 * Where `count` is a function, it is asked before each task, so that a task can end the row early.
 * After a task has thrown no further one is started; when those under way have ended, the
 * failure of the first task in order is thrown.
 */
export async function inOrder<T>(
	count: number | (() => number),
	width: number,
	task: (index: number) => Promise<T>,
): Promise<T[]> {
	const limit = typeof count === 'number' ? () => count : count;
	const results: T[] = [];
	const failures = new Map<number, unknown>();
	let next = 0;
	const worker = async () => {
		while (next < limit() && failures.size === 0) {
			const index = next;
			next += 1;
			try {
				results[index] = await task(index);
			} catch (error) {
				failures.set(index, error);
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, limit()) }, worker));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}
