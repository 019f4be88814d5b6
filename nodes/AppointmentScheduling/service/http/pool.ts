/**
 * Runs `count` tasks, at most `width` at a time, and returns their results in order. Both numbers
 * are read again before each task, because a task may change them. After a task has thrown, no
 * further one starts. Once the running ones have ended, the failure of the first in order is thrown.
 */
export async function inOrder<T>(
	count: number | (() => number),
	width: number | (() => number),
	task: (index: number) => Promise<T>,
): Promise<T[]> {
	const now = (value: number | (() => number)) => (typeof value === 'number' ? value : value());
	const results: T[] = [];
	const failures = new Map<number, unknown>();
	let next = 0;
	let running = 0;
	await new Promise<void>((resolve) => {
		const startMore = () => {
			while (running < now(width) && next < now(count) && failures.size === 0) {
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
