import { keepLatest } from '../../watching/keepLatest';
import { digestsIn } from '../../watching/packed';

/** How many deliveries of a trigger are remembered after a restart, with 12 characters each. */
export const MOST_PERSISTED = 2_000;
/** How many deliveries of a trigger a process remembers while it runs. */
export const MOST_REMEMBERED = 10_000;

/** Identities of the deliveries that have run. */
export class DeliveryMemory {
	/** Oldest first. False while the run is in progress: a kill would interrupt it. */
	private readonly known = new Map<string, boolean>();
	/** Whether n8n has not saved one that has ended. */
	isUnsaved = false;
	private readonly underWay = new Map<string, Promise<boolean>>();

	has(identity: string): boolean {
		return this.known.has(identity);
	}

	/** @param hasEnded whether to remember it after a restart as well */
	remember(identity: string, hasEnded = true): void {
		if (hasEnded && this.known.get(identity) !== true) this.isUnsaved = true;
		keepLatest(this.known, identity, hasEnded, MOST_REMEMBERED);
	}

	load(stored: unknown): void {
		for (const identity of digestsIn(stored)) this.remember(identity);
		this.isUnsaved = false;
	}

	toStored(): string {
		const ended = [...this.known].filter(([, hasEnded]) => hasEnded);
		return ended
			.slice(-MOST_PERSISTED)
			.map(([identity]) => identity)
			.join('');
	}

	/** The outcome of a copy whose run is being started right now: true if it was started. */
	outcomeOf(identity: string): Promise<boolean> | undefined {
		return this.underWay.get(identity);
	}

	/** Marks a delivery as being started. Call the returned function with the outcome. */
	begin(identity: string, hasEnded: boolean): (isStarted: boolean) => void {
		let settle: (isStarted: boolean) => void = () => undefined;
		const outcome = new Promise<boolean>((resolve) => (settle = resolve));
		this.underWay.set(identity, outcome);
		return (isStarted) => {
			if (this.underWay.get(identity) === outcome) this.underWay.delete(identity);
			if (isStarted && !this.has(identity)) this.remember(identity, hasEnded);
			settle(isStarted || this.has(identity));
		};
	}
}
