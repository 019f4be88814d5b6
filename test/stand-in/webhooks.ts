import { randomUUID } from 'node:crypto';

export interface Webhook {
	key: string;
	url: string;
	events: string[];
	created_at: string;
}

/** The webhooks, in the order in which they were registered. */
export class Webhooks {
	private readonly byKey = new Map<string, Webhook>();
	private registered = 0;

	constructor(private readonly numbered: () => boolean) {}

	list(): Webhook[] {
		return [...this.byKey.values()];
	}

	get(key: string): Webhook | undefined {
		return this.byKey.get(key);
	}

	/** Registers one as somebody else would, past the API and its rules. */
	add({ url, events }: Pick<Webhook, 'url' | 'events'>): Webhook {
		const number = ++this.registered;
		const key = this.numbered() ? String(number) : randomUUID();
		const webhook = { key, url, events: [...events], created_at: new Date().toISOString() };
		this.byKey.set(key, webhook);
		return webhook;
	}

	update(key: string, changes: Partial<Pick<Webhook, 'url' | 'events'>>): Webhook {
		const webhook = this.byKey.get(key);
		if (!webhook) throw new Error(`There is no webhook ${key}.`);
		return Object.assign(webhook, changes);
	}

	remove(key: string): boolean {
		return this.byKey.delete(key);
	}

	clear(): void {
		this.byKey.clear();
	}

	subscribedTo(event: string): Webhook[] {
		return this.list().filter(({ events }) => events.includes(event));
	}
}
