import type { IDataObject } from 'n8n-workflow';

/** How many deliveries of a trigger are remembered after a restart, with 12 characters each. */
export const MOST_PERSISTED = 2_000;
/** How many deliveries of a trigger a process remembers while it runs. */
export const MOST_REMEMBERED = 10_000;

/** What this process knows about the deliveries of one trigger. */
export class DeliveryMemory {
	/**
	 * The newest keys, oldest first. Static data contains this array itself, not a copy: n8n writes it
	 * when an execution ends, so the last one to end writes everything known by then.
	 */
	readonly persisted: string[] = [];
	private isGiven = true;
	/** Length, oldest and newest key of the array adopted last. */
	private adopted: unknown[] = [];
	private readonly known = new Set<string>();
	private readonly underWay = new Map<string, Promise<boolean>>();

	has(key: string): boolean {
		return this.known.has(key);
	}

	remember(key: string): void {
		if (this.known.has(key)) return;
		this.known.add(key);
		this.persisted.push(key);
		this.isGiven = false;
		if (this.persisted.length > MOST_PERSISTED) this.persisted.shift();
		if (this.known.size > MOST_REMEMBERED) {
			const [oldest] = this.known;
			if (oldest !== undefined) this.known.delete(oldest);
		}
	}

	forget(key: string): void {
		if (!this.known.delete(key)) return;
		const at = this.persisted.indexOf(key);
		if (at >= 0) this.persisted.splice(at, 1);
	}

	/**
	 * Takes over what n8n saved before a restart or in another process. Skips the array adopted last,
	 * because n8n's proxies make it slow to walk.
	 */
	adopt(keys: unknown): void {
		if (!Array.isArray(keys) || keys === this.persisted) return;
		const edition: unknown[] = [keys.length, keys[0], keys.at(-1)];
		if (edition.every((part, index) => part === this.adopted[index])) return;
		for (const key of keys) if (typeof key === 'string') this.remember(key);
		this.adopted = edition;
	}

	/** Puts the newest keys into static data if there are new ones. */
	giveTo(staticData: IDataObject): void {
		if (this.isGiven) return;
		staticData.deliveries = this.persisted;
		this.isGiven = true;
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

const memories = new Map<string, DeliveryMemory>();

/** The memory of a trigger node, in this process. */
export function memoryOf(workflowId: string | undefined, nodeId: string): DeliveryMemory {
	const name = `${workflowId}:${nodeId}`;
	const memory = memories.get(name) ?? new DeliveryMemory();
	memories.set(name, memory);
	return memory;
}
