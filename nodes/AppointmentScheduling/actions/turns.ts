/** Runs tasks with the same turn one after another, in the order of the calls. Others run at the same time. */
export class Turns {
	private readonly last = new Map<string, Promise<unknown>>();

	async take<T>(turn: string | undefined, task: () => Promise<T>): Promise<T> {
		if (turn === undefined) return await task();
		const before = this.last.get(turn) ?? Promise.resolve();
		const mine = before.then(task, task);
		this.last.set(turn, mine);
		return await mine.finally(() => {
			if (this.last.get(turn) === mine) this.last.delete(turn);
		});
	}
}
