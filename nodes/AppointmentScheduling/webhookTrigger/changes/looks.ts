import { waitUntil } from '../../concurrency/wait';
import { findAppointment } from '../../service/appointments';
import { MINUTE_MS } from '../../service/values/dates';
import type { Due } from './due';
import type { Watch } from './watch';

/** The API may show a change later than it is delivered. */
const PAUSES_MS = [0, 10_000];
/**
 * The quota is small, and a list shows a hundred at once. Anyone can send keys: `idle` looks have shown
 * nothing new, half of them are for known ones alone. No stranger can make one show something new.
 */
const MOST_A_MINUTE = { all: 40, idle: 20, unknown: 10 };
export const LOOK_LIMITS = { tries: 1, timeout: 10_000, isUrgent: true, longestWait: 10_000 };
const BUDGET_MS = MINUTE_MS;

/** Of two requests at most. */
interface Look {
	/** When it began, in ms of a monotonic clock. */
	at: number;
	isKnown: boolean;
	/** Until it has shown something new. */
	isIdle: boolean;
}

/** Looks at the appointments of deliveries: at once, and again if that has shown nothing new. */
export class Looks {
	/** By key, those under way, and whether they were delivered again meanwhile. */
	private readonly underWay = new Map<string, { isDelivered: boolean }>();
	/** Those of the last minute. */
	private recent: Look[] = [];

	/** @param due what was not seen needs a check */
	constructor(
		private readonly watch: Watch,
		private readonly due: Due,
	) {}

	/** A delivery says where to look. */
	hint(key: string): void {
		const look = this.underWay.get(key);
		if (look) look.isDelivered = true;
		else void this.follow(key);
	}

	private async follow(key: string): Promise<void> {
		const look = { isDelivered: true };
		this.underWay.set(key, look);
		while (look.isDelivered) {
			look.isDelivered = false;
			await this.lookTwice(key, look);
		}
		this.underWay.delete(key);
	}

	/** A further delivery needs a look at once. */
	private async lookTwice(key: string, look: { isDelivered: boolean }): Promise<void> {
		const isEnough = () => look.isDelivered || this.watch.isClosed;
		// Those that exceed must not wait here: anybody can send any number of them.
		const begun = this.begin(key);
		if (!begun) {
			this.due.soon();
			return;
		}
		for (const pause of PAUSES_MS) {
			await waitUntil(isEnough, pause);
			if (isEnough()) return;
			begun.isIdle = !(await this.showsNews(key));
			if (!begun.isIdle) return;
		}
	}

	/** Undefined if there were too many. */
	private begin(key: string): Look | undefined {
		const at = performance.now();
		const isKnown = this.watch.known.book.knows(key);
		this.recent = this.recent.filter((look) => look.at > at - MINUTE_MS);
		const idle = this.recent.filter(({ isIdle }) => isIdle);
		const unknown = idle.filter((look) => !look.isKnown);
		const areEnough =
			this.recent.length >= MOST_A_MINUTE.all ||
			idle.length >= MOST_A_MINUTE.idle ||
			(!isKnown && unknown.length >= MOST_A_MINUTE.unknown);
		if (areEnough) return undefined;
		const look = { at, isKnown, isIdle: true };
		this.recent.push(look);
		return look;
	}

	/** One request. What it cannot show needs a check. */
	private async showsNews(key: string): Promise<boolean> {
		const { watch, due } = this;
		const readAt = performance.now();
		try {
			const client = (await watch.connect()).with(LOOK_LIMITS, BUDGET_MS);
			if (client.accountId !== watch.known.book.account) {
				due.soon(client.accountId);
				return false;
			}
			const shown = await findAppointment(client, key);
			return shown !== undefined && watch.compare(shown, readAt);
		} catch (error) {
			due.soon();
			watch.warn('An appointment could not be read. The trigger tries again', error);
			return false;
		}
	}
}
