import { keepLatest, registry } from '../../concurrency/registry';
import { within } from '../../concurrency/wait';
import type { Identity } from './identity';

/** How many notifications of a trigger a process remembers. */
const MOST_REMEMBERED = 10_000;
/** The service gets a response within this time, so that it does not time out. */
const LONGEST_WAIT_MS = 10_000;

/** What this process knows about the notifications of one trigger. */
class Notifications {
	/** By slot. Moments are in ms of a monotonic clock. */
	private readonly known = new Map<string, { digest: string; until: number }>();
	/** By digest. */
	private readonly inProgress = new Map<string, Promise<boolean>>();

	/**
	 * Undefined if it has run. Otherwise a function that reports how n8n has answered it. A copy of one
	 * in progress waits for that.
	 * @returns `busy` if that takes too long, or has failed
	 */
	async begin({
		slot,
		digest,
		lasts,
	}: Identity): Promise<((isStarted: boolean) => void) | 'busy' | undefined> {
		const before = this.known.get(slot);
		if (before?.digest === digest && performance.now() < before.until) return undefined;
		const outcome = this.inProgress.get(digest);
		if (outcome) return (await outcomeOf(outcome)) ? undefined : 'busy';
		let settle: (isStarted: boolean) => void = () => undefined;
		const settled = new Promise<boolean>((resolve) => (settle = resolve));
		this.inProgress.set(digest, settled);
		return (isStarted) => {
			this.inProgress.delete(digest);
			const until = performance.now() + lasts;
			if (isStarted) keepLatest(this.known, slot, { digest, until }, MOST_REMEMBERED);
			settle(isStarted);
		};
	}
}

const outcomeOf = async (outcome: Promise<boolean>): Promise<boolean> =>
	await within(outcome, AbortSignal.timeout(LONGEST_WAIT_MS)).catch(() => false);

/** Of one trigger: by the ids of its workflow and node. */
export const notificationsOf = registry(() => new Notifications());
