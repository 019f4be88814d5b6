/** Runs many tasks, some at a time. */
export class Pool {
	private running = 0;
	private startMore = () => {};

	/** While a task waits for this, another one may run. */
	aside = async <T>(waiting: Promise<T>): Promise<T> => {
		this.running -= 1;
		this.startMore();
		return await waiting.finally(() => (this.running += 1));
	};

	/**
	 * Runs tasks, at most `width` at a time, and returns their results in order. A task may change the
	 * number of tasks. After one has thrown, no further one starts. Once the running ones have ended,
	 * the failure of the first in order is thrown.
	 */
	async inOrder<T>(
		count: number | (() => number),
		width: number,
		task: (index: number) => Promise<T>,
	): Promise<T[]> {
		const end = typeof count === 'number' ? () => count : count;
		const results: T[] = [];
		const failures = new Map<number, unknown>();
		const tasks: Array<Promise<void>> = [];
		let next = 0;
		const work = async (index: number) => {
			try {
				results[index] = await task(index);
			} catch (error) {
				failures.set(index, error);
			}
			this.running -= 1;
			this.startMore();
		};
		this.startMore = () => {
			while (this.running < width && next < end() && failures.size === 0) {
				this.running += 1;
				const index = next;
				next += 1;
				tasks[index] = work(index);
			}
		};
		this.startMore();
		for (let index = 0; index < next; index += 1) await tasks[index];
		if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
		return results;
	}
}

/** The same with a pool of its own. */
export const inOrder: Pool['inOrder'] = async (count, width, task) =>
	await new Pool().inOrder(count, width, task);
