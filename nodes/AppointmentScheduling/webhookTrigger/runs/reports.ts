import { keepLatest } from '../../watching/keepLatest';

const IDENTITY_LENGTH = 12;
const TIME_LENGTH = 7;
const ENTRIES = /^(?:[\w-]{12}[0-9a-z]{7})*$/;
const RADIX = 36;
const MOST = 1_000;

/**
 * The changes that Catch Up has reported, and when their list was read, so that their late
 * deliveries do not run. Stored with 19 characters each.
 */
export class Reports {
	/** Seconds since the epoch, on the service's clock. */
	private readonly times = new Map<string, number>();
	/** Those whose execution has not begun. */
	readonly beginning = new Set<string>();
	/**
	 * In queue mode, these are stored as well: webhook processors read what is saved when the execution
	 * is created, and nothing is saved when it begins.
	 */
	areElsewhere = false;
	private loaded: unknown;

	/** @param at ms on the service's clock */
	add(identity: string, at: number): void {
		keepLatest(this.times, identity, Math.ceil(at / 1000), MOST);
	}

	/** @returns whether it was reported */
	remove(identity: string): boolean {
		return this.times.delete(identity);
	}

	/**
	 * Whether a delivery reports what was reported already. A later event is another change, even if it
	 * has the same state.
	 * @param at when the event happened, in ms on the service's clock
	 */
	includes(identity: string, at: number): boolean {
		const reportedAt = this.times.get(identity);
		return reportedAt !== undefined && at <= reportedAt * 1000;
	}

	load(stored: unknown): void {
		if (stored === this.loaded || typeof stored !== 'string' || !ENTRIES.test(stored)) return;
		this.loaded = stored;
		for (let at = 0; at < stored.length; at += IDENTITY_LENGTH + TIME_LENGTH) {
			const [identity, time] = [
				stored.slice(at, at + IDENTITY_LENGTH),
				stored.slice(at + IDENTITY_LENGTH, at + IDENTITY_LENGTH + TIME_LENGTH),
			];
			const seconds = parseInt(time, RADIX);
			if (seconds > (this.times.get(identity) ?? 0)) {
				keepLatest(this.times, identity, seconds, MOST);
			}
		}
	}

	toStored(): string {
		const isBegun = (identity: string) => this.areElsewhere || !this.beginning.has(identity);
		const begun = [...this.times].filter(([identity]) => isBegun(identity));
		const entries = begun.map(
			([identity, time]) => identity + time.toString(RADIX).padStart(TIME_LENGTH, '0'),
		);
		return entries.join('');
	}
}
