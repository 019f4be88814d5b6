import { MINUTE_MS } from '../../service/values/dates';

/** True at most once a minute. */
export class OnceAMinute {
	private last = -Infinity;

	isDue(): boolean {
		const now = performance.now();
		if (now - this.last < MINUTE_MS) return false;
		this.last = now;
		return true;
	}
}
