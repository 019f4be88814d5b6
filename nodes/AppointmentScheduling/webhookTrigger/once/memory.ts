import { keepLatest } from '../../watching/keepLatest';
import { digestsIn } from '../../watching/former/packed';

/** How many deliveries of a trigger are remembered after a restart, with 12 characters each. */
export const MOST_PERSISTED = 2_000;
/** How many deliveries of a trigger a process remembers while it runs. */
export const MOST_REMEMBERED = 10_000;

/** Identities of the deliveries that have run. */
export class DeliveryMemory {
	/** Oldest first. False while the run is in progress: a kill would interrupt it. */
	private readonly known = new Map<string, boolean>();
	private loaded: unknown;
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
		if (stored === this.loaded) return;
		for (const identity of digestsIn(stored)) this.remember(identity);
		this.loaded = stored;
		this.isUnsaved = false;
	}

	toStored(): string {
		const ended = [...this.known].filter(([, hasEnded]) => hasEnded);
		return ended
			.slice(-MOST_PERSISTED)
			.map(([identity]) => identity)
			.join('');
	}

	/** For a copy of a delivery that is being handled: whether it may get the same response. */
	outcomeOf(identity: string): Promise<boolean> | undefined {
		return this.underWay.get(identity);
	}

	/** Marks a delivery as being handled, until `settle` is called with the outcome. */
	begin(identity: string, hasEnded: boolean) {
		let answerCopies: (isDone: boolean) => void = () => undefined;
		const outcome = new Promise<boolean>((resolve) => (answerCopies = resolve));
		this.underWay.set(identity, outcome);
		return {
			acknowledgeCopies: () => answerCopies(true),
			settle: (isStarted: boolean) => {
				if (this.underWay.get(identity) === outcome) this.underWay.delete(identity);
				if (isStarted && !this.has(identity)) this.remember(identity, hasEnded);
				answerCopies(isStarted || this.has(identity));
			},
		};
	}
}
