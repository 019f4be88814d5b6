import { randomUUID } from 'node:crypto';
import type { Settings } from './settings';

/** What a webhook of the dashboard is about. Those of the API are about appointments. */
export type RecordType = 'appointments' | 'calendars' | 'members';

export interface Webhook {
	key: string;
	url: string;
	events: string[];
	record: RecordType;
	/** What the dashboard's form sends along with each notification. */
	headers: Record<string, string>;
}

type Wanted = Pick<Webhook, 'url' | 'events'> & Partial<Pick<Webhook, 'record' | 'headers'>>;

/** The API says `appointment.created` where the dashboard says `CREATED`. */
const wordOf = (event: string) => event.replace(/^.*\./, '').toUpperCase();

/** The webhooks, in the order in which they were registered. */
export class Webhooks {
	private readonly byKey = new Map<string, Webhook>();
	private registered = 0;

	constructor(private readonly settings: Pick<Settings, 'webhookKey'>) {}

	list(): Webhook[] {
		return [...this.byKey.values()];
	}

	get(key: string): Webhook | undefined {
		return this.byKey.get(key);
	}

	/** Registers one as somebody does in the dashboard, past the API and its rules. */
	add({ url, events, record = 'appointments', headers = {} }: Wanted): Webhook {
		this.registered += 1;
		const key = this.settings.webhookKey === 'id' ? String(this.registered) : randomUUID();
		const webhook = { key, url, events: [...events], record, headers };
		this.byKey.set(key, webhook);
		return webhook;
	}

	update(key: string, changes: Partial<Omit<Webhook, 'key'>>): Webhook {
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

	subscribedTo(event: string, record: RecordType): Webhook[] {
		return this.list().filter(
			(webhook) =>
				webhook.record === record &&
				webhook.events.some((wanted) => wordOf(wanted) === wordOf(event)),
		);
	}
}
