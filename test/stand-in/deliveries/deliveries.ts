import { setTimeout as sleep } from 'node:timers/promises';
import { call, succeeded, type Attempt, type CallbackOptions } from './callback';
import type { RecordType, Webhook, Webhooks } from '../webhooks';

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
	record: RecordType;
	/** The key of the appointment, if it is about one. */
	about: string;
	body: Record<string, unknown>;
}

export interface Delivery {
	id: number;
	webhookKey: string;
	url: string;
	headers: Record<string, string>;
	event: string;
	/** The key of the appointment, if it is about one. */
	about: string;
	notification: Record<string, unknown>;
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
	private numbered = 0;
	private readonly pending = new Map<Delivery, Promise<void>>();
	private readonly stopped = new AbortController();
	private readonly waiting: Array<() => void> = [];
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
	notify(notification: Notification): Delivery[] {
		return this.webhooks
			.subscribedTo(notification.event, notification.record)
			.map((webhook) => this.deliver(notification, webhook));
	}

	/** Sends a notification to one webhook, and again until it is received or the schedule ends. */
	deliver(
		{ event, about, body }: Notification,
		{ key, url, headers }: Pick<Webhook, 'key' | 'url' | 'headers'>,
	): Delivery {
		const delivery: Delivery = {
			id: ++this.numbered,
			webhookKey: key,
			url,
			headers,
			event,
			about,
			notification: body,
			body: JSON.stringify(body),
			attempts: [],
			state: 'pending',
		};
		this.entries.push(delivery);
		const end = this.persist(delivery).finally(() => this.pending.delete(delivery));
		this.pending.set(delivery, end);
		return delivery;
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
		while (this.pending.size > 0) await Promise.all(this.pending.values());
	}

	async stop(): Promise<void> {
		this.stopped.abort();
		for (const next of this.waiting.splice(0)) next();
		await Promise.all(this.pending.values());
	}

	private async persist(delivery: Delivery): Promise<void> {
		const { copies, delay, lost } = this.options;
		if (lost) {
			delivery.state = 'dropped';
			return;
		}
		if (delay > 0) await this.pause(delay);
		for (let tried = 0; ; tried++) {
			const attempt = await this.attemptInTurn(delivery);
			if (!attempt) break;
			if (succeeded(attempt)) {
				delivery.state = 'delivered';
				await this.redeliver(delivery, { times: copies - 1 });
				return;
			}
			const pause = this.options.schedule[tried];
			if (pause === undefined) {
				delivery.state = 'failed';
				return;
			}
			await this.pause(pause);
		}
		delivery.state = 'dropped';
	}

	private async pause(milliseconds: number): Promise<void> {
		await sleep(milliseconds, undefined, { signal: this.stopped.signal }).catch(() => undefined);
	}

	/** One try when its turn has come, or none when there is no more reason for it. */
	private async attemptInTurn(delivery: Delivery): Promise<Attempt | undefined> {
		while (this.underWay >= this.options.concurrency && !this.dropped(delivery))
			await new Promise<void>((next) => this.waiting.push(next));
		this.underWay++;
		try {
			return this.dropped(delivery) ? undefined : await this.attempt(delivery);
		} finally {
			this.underWay--;
			this.waiting.shift()?.();
		}
	}

	private dropped({ webhookKey }: Delivery): boolean {
		return this.stopped.signal.aborted || !this.webhooks.get(webhookKey);
	}

	private async attempt(delivery: Delivery): Promise<Attempt> {
		const { url, body, headers } = delivery;
		const attempt = await this.send(url, body, { headers });
		delivery.attempts.push(attempt);
		return attempt;
	}
}
