import type { Clock } from '../../../nodes/AppointmentScheduling/service/limiter';

/** A clock on which nothing waits: it moves to the next moment at which something happens. */
export class VirtualTime implements Clock {
	private ms = Date.parse('2027-01-01T10:00:17.300Z');
	private timers: Array<{ at: number; wake(): void }> = [];

	now = (): number => this.ms;

	sleep = async (ms: number): Promise<void> =>
		await new Promise((wake) => this.timers.push({ at: this.ms + Math.max(ms, 0), wake }));

	/** Runs a task to its end. @throws if it never ends */
	async run<T>(task: () => Promise<T>): Promise<T> {
		let isOver = false;
		const result = task().finally(() => (isOver = true));
		result.catch(() => undefined);
		for (let idle = 0; !isOver && idle < 20;) {
			await new Promise((turn) => setImmediate(turn));
			const at = Math.min(...this.timers.map((timer) => timer.at));
			idle = at < Infinity ? 0 : idle + 1;
			if (isOver || at === Infinity) continue;
			this.ms = Math.max(this.ms, at);
			const due = this.timers.filter((timer) => timer.at <= at);
			this.timers = this.timers.filter((timer) => timer.at > at);
			for (const { wake } of due) wake();
		}
		if (!isOver) throw new Error('Nothing goes on');
		return await result;
	}
}
