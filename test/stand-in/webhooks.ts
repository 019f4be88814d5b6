import { randomUUID } from 'node:crypto';

export interface Webhook {
	key: string;
	url: string;
	events: string[];
	/** What the dashboard's form sends along with each notification. */
	headers: Record<string, string>;
}

/** The API says `appointment.created` where the dashboard says `CREATED`. */
export const wordOf = (event: string) => event.replace(/^.*\./, '').toUpperCase();

/** The webhooks, in the order in which they were registered. */
export class Webhooks {
	private readonly byKey = new Map<string, Webhook>();

	list(): Webhook[] {
		return [...this.byKey.values()];
	}

	get(key: string): Webhook | undefined {
		return this.byKey.get(key);
	}

	/** Registers one as somebody does in the dashboard, past the API and its rules. */
	add({ url, events, headers = {} }: Omit<Webhook, 'key' | 'headers'> & Partial<Webhook>): Webhook {
		const webhook = { key: randomUUID(), url, events: [...events], headers };
		this.byKey.set(webhook.key, webhook);
		return webhook;
	}

	remove(key: string): void {
		this.byKey.delete(key);
	}

	clear(): void {
		this.byKey.clear();
	}

	subscribedTo(event: string): Webhook[] {
		return this.list().filter(({ events }) => events.some((one) => wordOf(one) === wordOf(event)));
	}
}
