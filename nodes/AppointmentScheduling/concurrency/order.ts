/**
 * Runs a task for each value, at most `width` at a time, and returns the results in order. After a task
 * has failed, no further one begins. Then the first failure in order is thrown.
 */
export async function inOrder<Value, Result>(
	values: Iterable<Value>,
	width: number,
	task: (value: Value, index: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const failures = new Map<number, unknown>();
	const waiting = [...values].entries();
	const work = async () => {
		for (const [index, value] of waiting) {
			try {
				results[index] = await task(value, index);
			} catch (error) {
				failures.set(index, error);
			}
			if (failures.size > 0) return;
		}
	};
	await Promise.all(Array.from({ length: width }, work));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
	return results;
}

/** Runs tasks one after another, whatever becomes of those before. */
export class Turn {
	private latest: Promise<unknown> = Promise.resolve();

	async take<T>(task: () => Promise<T>): Promise<T> {
		const result = this.latest.then(task);
		this.latest = result.catch(() => undefined);
		return await result;
	}
}
