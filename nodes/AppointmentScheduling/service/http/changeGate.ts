import { waitUntil } from './wait';

/** After so many unclear changes in a row, the service may be down. */
const MOST_UNCLEAR = 2;
const CHECK_EVERY_MS = 20_000;

/** What is known of a change: whether it has left the node, and how it ended. */
export type Fate = 'unsent' | 'refused' | 'unclear' | 'changed';

/** Holds back the changes of a run while the service may be down, and counts them. */
export class ChangeGate {
	readonly counts: Record<Fate, number> = { unsent: 0, refused: 0, unclear: 0, changed: 0 };
	private unclearInARow = 0;
	private opening?: Promise<void>;

	get isOpen(): boolean {
		return this.unclearInARow < MOST_UNCLEAR;
	}

	/** The outcome of a change as of its response. */
	note(fate: Fate): void {
		if (fate !== 'unsent') this.unclearInARow = fate === 'unclear' ? this.unclearInARow + 1 : 0;
	}

	/** A check was answered. */
	open(): void {
		this.unclearInARow = 0;
	}

	/**
	 * Waits until a change may be sent. The first one that waits checks, on behalf of all.
	 * @param check opens the gate if it is answered
	 * @param isOver whether to give up
	 */
	async opened(
		delays: readonly number[],
		check: () => Promise<unknown>,
		isOver: () => boolean,
	): Promise<void> {
		const run = async () => {
			for (let count = 0; !this.isOpen && !isOver(); count += 1) {
				await waitUntil(() => this.isOpen || isOver(), delays[count] ?? CHECK_EVERY_MS);
				if (!this.isOpen && !isOver()) await check();
			}
		};
		this.opening ??= run().finally(() => (this.opening = undefined));
		await this.opening;
	}
}
