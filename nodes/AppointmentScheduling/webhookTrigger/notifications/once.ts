import { within } from '../../service/http/wait';
import { keepLatest, registry } from '../../watching/keepLatest';

/** How many notifications of a trigger a process remembers. */
const MOST_REMEMBERED = 10_000;
/** The service gets a response within this time, so that it does not time out. */
const LONGEST_WAIT_MS = 10_000;

/** What this process knows about the notifications of one trigger. */
class Notifications {
	private readonly known = new Map<string, true>();
	private readonly inProgress = new Map<string, Promise<boolean>>();

	/**
	 * Undefined if it has run. Otherwise a function that reports how n8n has answered it. A copy of one
	 * in progress waits for that.
	 * @returns `busy` if that takes too long, or has failed
	 */
	async begin(identity: string): Promise<((isStarted: boolean) => void) | 'busy' | undefined> {
		if (this.known.has(identity)) return undefined;
		const outcome = this.inProgress.get(identity);
		if (outcome) return (await within(outcome, LONGEST_WAIT_MS)) ? undefined : 'busy';
		let settle: (isStarted: boolean) => void = () => undefined;
		const settled = new Promise<boolean>((resolve) => (settle = resolve));
		this.inProgress.set(identity, settled);
		return (isStarted) => {
			this.inProgress.delete(identity);
			if (isStarted) keepLatest(this.known, identity, true, MOST_REMEMBERED);
			settle(isStarted);
		};
	}
}

/** Of one trigger: by the ids of its workflow and node. */
export const notificationsOf = registry(() => new Notifications());
