import { Bounds } from './bounds';
import { currentTime, MINUTE } from './clock';
import { isAllowed, type Excuse } from './docs';
import { PollingRules } from './pollingRules';
import { time } from './said';
import { WebhookRules } from './webhookRules';
import type { World } from './world';

/** A list may lag so long. */
const LAG_MS = MINUTE;
const CHECKS = 3;

/** Checks what is promised, and notes each breach. */
export class Oracle {
	readonly breaches: string[] = [];
	readonly bounds: Bounds;
	private readonly webhook: WebhookRules;
	private readonly polling: PollingRules;

	constructor(private readonly world: World) {
		this.bounds = new Bounds(world, this);
		this.webhook = new WebhookRules(world, this);
		this.polling = new PollingRules(world, this);
	}

	breach(rule: string, detail: string, excuses: Excuse[] = []): void {
		if (!isAllowed(excuses)) this.breaches.push(`${rule} [${time(currentTime())}]: ${detail}`);
	}

	/** After each step. */
	observe(): void {
		this.webhook.observe();
		this.polling.observe();
		this.bounds.observe();
		this.afterCalm();
	}

	/** Once nothing is open any more. */
	conclude(): void {
		this.webhook.observe();
		this.webhook.conclude();
		this.polling.conclude();
	}

	/** What lasts is reported within three checks or polls, and not only in the end. */
	private afterCalm(): void {
		const { n8n, facts, service, accountNow, triggersOfWebhook } = this.world;
		if (!n8n.isPublished || !n8n.isRunning || n8n.failures.length > 0) return;
		const since = facts.calmSince(accountNow) + LAG_MS;
		const isChecked = (name: string) => {
			const own = service.listed.filter(({ node, at }) => node === name && at > since);
			return own.length > CHECKS && own[CHECKS]!.endedAt < currentTime() - MINUTE;
		};
		for (const name of triggersOfWebhook) if (isChecked(name)) this.webhook.missed(name);
		if (isChecked('Polling')) this.polling.missed();
	}
}
