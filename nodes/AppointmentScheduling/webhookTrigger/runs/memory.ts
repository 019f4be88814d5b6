import { keepLatest } from '../../watching/keepLatest';
import { unpack } from '../../watching/packed';

/** How many deliveries of a trigger are remembered after a restart, with 12 characters each. */
export const MOST_PERSISTED = 2_000;
/** How many deliveries of a trigger a process remembers while it runs. */
export const MOST_REMEMBERED = 10_000;

export class DeliveryMemory {
	/** Oldest first. */
	private readonly known = new Map<string, true>();
	private readonly underWay = new Map<string, Promise<boolean>>();

	has(key: string): boolean {
		return this.known.has(key);
	}

	remember(key: string): void {
		keepLatest(this.known, key, true, MOST_REMEMBERED);
	}

	load(stored: unknown): void {
		for (const [key] of unpack(stored, false) ?? []) this.remember(key);
	}

	toStored(): string {
		return [...this.known.keys()].slice(-MOST_PERSISTED).join('');
	}

	/** The outcome of a copy whose run is being started right now: true if it was started. */
	outcomeOf(key: string): Promise<boolean> | undefined {
		return this.underWay.get(key);
	}

	/** Marks a delivery as being started. Call the returned function with the outcome. */
	begin(key: string): (started: boolean) => void {
		let settle: (started: boolean) => void = () => undefined;
		const outcome = new Promise<boolean>((resolve) => (settle = resolve));
		this.underWay.set(key, outcome);
		return (started) => {
			if (this.underWay.get(key) === outcome) this.underWay.delete(key);
			if (started) this.remember(key);
			settle(started || this.known.has(key));
		};
	}
}
