/**
 * Runs `count` tasks, at most `width` at a time, and returns their results in order. A task may
 * change both numbers. After a task has thrown, no further one starts. Once the running ones have
 * ended, the failure of the first in order is thrown.
 */
export async function inOrder<T>(
	count: number | (() => number),
	width: () => number,
	task: (index: number) => Promise<T>,
): Promise<T[]> {
	const end = typeof count === 'number' ? () => count : count;
	const results: T[] = [];
	const failures = new Map<number, unknown>();
	let next = 0;
	let running = 0;
	await new Promise<void>((resolve) => {
		const startMore = () => {
			while (running < width() && next < end() && failures.size === 0) {
				next += 1;
				void run(next - 1);
			}
			if (running === 0) resolve();
		};
		const run = async (index: number) => {
			running += 1;
			try {
				results[index] = await task(index);
			} catch (error) {
				failures.set(index, error);
			}
			running -= 1;
			startMore();
		};
		startMore();
	});
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}
