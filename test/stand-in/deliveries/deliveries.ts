import { setTimeout as sleep } from 'node:timers/promises';
import { call, succeeded, type Attempt, type CallbackOptions } from './callback';
import type { Webhook, Webhooks } from '../webhooks';

export interface DeliveryOptions extends CallbackOptions {
	/** Milliseconds to wait before the second try, the third, and so on. */
	schedule: number[];
	/** Deliveries under way at once. */
	concurrency: number;
	/** Where a callback really goes, to reach another process. */
	target: (url: string) => string;
	/** How many times a notification is sent that was received the first time. */
	copies: number;
	/** Milliseconds before the first try. */
	delay: number;
	/** Whether notifications are never sent. */
	lost: boolean;
}

export interface Notification {
	/** `appointment.created` and so on, whatever the body says. */
	event: string;
	/** The key of the appointment. */
	about: string;
	notification: Record<string, unknown>;
}

export interface Delivery extends Notification, Pick<Webhook, 'url' | 'headers'> {
	id: number;
	webhookKey: string;
	/** The bytes that every try sends. */
	body: string;
	attempts: Attempt[];
	/** `dropped`: lost on purpose, or the webhook was deleted or the service stopped before. */
	state: 'pending' | 'delivered' | 'failed' | 'dropped';
}

const DEFAULTS: DeliveryOptions = {
	schedule: [250, 500, 1000, 2000, 4000, 8000],
	concurrency: Infinity,
	timeout: 10_000,
	isUnseen: () => false,
	target: (url) => url,
	copies: 1,
	delay: 0,
	lost: false,
};

/** Notifications on their way to webhooks, and those that went. */
export class Deliveries {
	/** May be changed at any time; counts from the next try on. */
	readonly options: DeliveryOptions;
	/** All of them, the oldest first. */
	readonly entries: Delivery[] = [];
	private readonly pending = new Set<Promise<void>>();
	private readonly stopped = new AbortController();
	private underWay = 0;

	constructor(
		private readonly webhooks: Webhooks,
		options: Partial<DeliveryOptions> = {},
	) {
		this.options = { ...DEFAULTS, ...options };
	}

	/** Those about an appointment. */
	of(appointmentKey: string): Delivery[] {
		return this.entries.filter(({ about }) => about === appointmentKey);
	}

	/** Sends a notification to every webhook that asked for its kind. */
	notify(notification: Notification): void {
		for (const webhook of this.webhooks.subscribedTo(notification.event))
			this.deliver(notification, webhook);
	}

	/** Sends a notification to one webhook, and again until it is received or the schedule ends. */
	deliver(
		notification: Notification,
		{ key, url, headers }: Pick<Webhook, 'key' | 'url' | 'headers'>,
	): void {
		const delivery: Delivery = {
			...notification,
			id: this.entries.length + 1,
			webhookKey: key,
			url,
			headers,
			body: JSON.stringify(notification.notification),
			attempts: [],
			state: 'pending',
		};
		this.entries.push(delivery);
		const end = this.outcomeOf(delivery).then((state) => {
			delivery.state = state;
			this.pending.delete(end);
		});
		this.pending.add(end);
	}

	/** Sends a past delivery again, byte for byte, so many times at once; tries none twice. */
	redeliver(delivery: Delivery, { times = 1 } = {}): Promise<Attempt[]> {
		return Promise.all(Array.from({ length: times }, () => this.attempt(delivery)));
	}

	/** Sends any bytes to a callback URL, once. */
	send(
		url: string,
		body: string | Buffer | object,
		{ method, headers }: { method?: string; headers?: Record<string, string> } = {},
	): Promise<Attempt> {
		const callback = { url: this.options.target(url), body, method, headers };
		return call(callback, this.options, this.stopped.signal);
	}

	/** Waits until nothing is under way and nothing is to be tried again. */
	async settled(): Promise<void> {
		while (this.pending.size > 0) await Promise.all(this.pending);
	}

	async stop(): Promise<void> {
		this.stopped.abort();
		await Promise.all(this.pending);
	}

	private async outcomeOf(delivery: Delivery): Promise<Delivery['state']> {
		const { copies, delay, lost } = this.options;
		if (lost) return 'dropped';
		if (delay > 0) await this.pause(delay);
		for (let tried = 0; ; tried++) {
			while (this.underWay >= this.options.concurrency) await sleep(20);
			if (this.stopped.signal.aborted || !this.webhooks.get(delivery.webhookKey)) return 'dropped';
			this.underWay += 1;
			const attempt = await this.attempt(delivery).finally(() => (this.underWay -= 1));
			if (succeeded(attempt)) {
				await this.redeliver(delivery, { times: copies - 1 });
				return 'delivered';
			}
			const pause = this.options.schedule[tried];
			if (pause === undefined) return 'failed';
			await this.pause(pause);
		}
	}

	private async pause(milliseconds: number): Promise<void> {
		await sleep(milliseconds, undefined, { signal: this.stopped.signal }).catch(() => undefined);
	}

	private async attempt(delivery: Delivery): Promise<Attempt> {
		const { url, body, headers } = delivery;
		const attempt = await this.send(url, body, { headers });
		delivery.attempts.push(attempt);
		return attempt;
	}
}
