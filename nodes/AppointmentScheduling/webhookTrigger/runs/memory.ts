/** How many deliveries of a trigger are remembered after a restart, with 12 characters each. */
export const MOST_PERSISTED = 2_000;
/** How many deliveries of a trigger a process remembers while it runs. */
export const MOST_REMEMBERED = 10_000;

const KEY_LENGTH = 12;
const KEYS = /^(?:[\w-]{12})*$/;

/** What this process knows about the deliveries of one trigger. */
export class DeliveryMemory {
	/** Oldest first. */
	private readonly known = new Set<string>();
	private readonly underWay = new Map<string, Promise<boolean>>();
	private loaded: unknown;
	/** Of the newest keys. Undefined if it has to be written anew. */
	private text: string | undefined;

	has(key: string): boolean {
		return this.known.has(key);
	}

	remember(key: string): void {
		if (this.known.has(key)) return;
		this.known.add(key);
		this.text = undefined;
		const [oldest] = this.known;
		if (this.known.size > MOST_REMEMBERED && oldest !== undefined) this.known.delete(oldest);
	}

	/** Takes over what n8n has saved. */
	load(stored: unknown): void {
		if (stored === this.loaded || typeof stored !== 'string' || !KEYS.test(stored)) return;
		this.loaded = stored;
		for (let at = 0; at < stored.length; at += KEY_LENGTH) {
			this.remember(stored.slice(at, at + KEY_LENGTH));
		}
	}

	toStored(): string {
		this.text ??= [...this.known].slice(-MOST_PERSISTED).join('');
		return this.text;
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
