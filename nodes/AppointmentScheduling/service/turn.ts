/** Runs tasks one after another, whatever becomes of those before. */
export class Turn {
	private latest: Promise<unknown> = Promise.resolve();

	async take<T>(task: () => Promise<T>): Promise<T> {
		const result = this.latest.then(task);
		this.latest = result.catch(() => undefined);
		return await result;
	}
}
