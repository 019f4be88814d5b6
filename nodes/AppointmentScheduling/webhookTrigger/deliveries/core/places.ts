import { ServiceError } from '../../../service/core/errors';
import { within } from '../../../service/http/wait';

const MOST_AT_ONCE = 8;

/** The requests that the deliveries of one trigger send at once. Anyone can send deliveries. */
export class Places {
	private free = MOST_AT_ONCE;
	private readonly first = new Set<() => void>();
	private readonly last = new Set<() => void>();

	/**
	 * @param isLast whether it waits behind all others
	 * @param longestMs how long it may wait for a place
	 * @throws ServiceError if there was no place in time
	 */
	async use<T>(request: () => Promise<T>, isLast: boolean, longestMs: number): Promise<T> {
		if (this.free > 0) this.free -= 1;
		else await this.takeTurn(isLast ? this.last : this.first, longestMs);
		try {
			return await request();
		} finally {
			const queue = this.first.size > 0 ? this.first : this.last;
			const [next] = queue;
			if (next) {
				queue.delete(next);
				next();
			} else {
				this.free += 1;
			}
		}
	}

	private async takeTurn(queue: Set<() => void>, longestMs: number): Promise<void> {
		let begin = (): void => undefined;
		const turn = new Promise<void>((resolve) => (begin = resolve));
		queue.add(begin);
		await within(turn, longestMs);
		// Whoever is no longer in the queue has a place.
		if (queue.delete(begin)) {
			throw new ServiceError('Too many deliveries arrive at the same time', '');
		}
	}
}
