import { keepLatest } from '../../watching/keepLatest';
import { pack, unpack } from '../../watching/packed';

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

	remove(identity: string): boolean {
		return this.times.delete(identity);
	}

	/** A later event is another change, even to the same state. @param at in ms, as in `add` */
	includes(identity: string, at: number): boolean {
		const reportedAt = this.times.get(identity);
		return reportedAt !== undefined && at <= reportedAt * 1000;
	}

	/** Takes over what the main process has saved, without what it has removed since. */
	load(stored: unknown): void {
		const entries = unpack(stored);
		if (!entries || stored === this.loaded) return;
		this.loaded = stored;
		this.times.clear();
		for (const [identity, seconds = 0] of entries) this.times.set(identity, seconds);
	}

	toStored(): string {
		const isStored = (identity: string) => this.areElsewhere || !this.beginning.has(identity);
		const entries = [...this.times].filter(([identity]) => isStored(identity));
		return entries.map(([identity, time]) => pack(identity, time)).join('');
	}
}
