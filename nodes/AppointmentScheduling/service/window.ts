import { MINUTE_MS, NEVER } from './values/dates';

/** Requests in flight: at first, and at most. */
const FIRST_IN_FLIGHT = 8;
export const MOST_IN_FLIGHT = 64;
/** For so long after an overload, it grows slowly. */
const CAREFUL_MS = MINUTE_MS;

/**
 * How many requests may be in flight. It doubles with each round that succeeds; for a minute after an
 * overload it grows by one each round. An overload halves it, once for all that was sent before.
 */
export class Window {
	private width = FIRST_IN_FLIGHT;
	private halvedAt = NEVER;

	get size(): number {
		return Math.floor(this.width);
	}

	/** @param sentAt when the request was sent, and `now`: ms of a monotonic clock */
	halve(sentAt: number, now: number): void {
		if (sentAt <= this.halvedAt) return;
		this.width = Math.max(this.width / 2, 1);
		this.halvedAt = now;
	}

	/** After a response. @param inFlight requests, this one included */
	grow(inFlight: number, now: number): void {
		// Otherwise it is not the window that bounds.
		if (inFlight < this.size) return;
		const step = now - this.halvedAt > CAREFUL_MS ? 1 : 1 / this.width;
		this.width = Math.min(this.width + step, MOST_IN_FLIGHT);
	}
}
