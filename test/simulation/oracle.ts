import type { Account, Event } from './account';
import { currentTime, MINUTE } from './clock';
import { Epoch } from './epoch';
import { Heard } from './heard';
import { Losses } from './losses';
import { PollingRules } from './pollingRules';
import { time } from './said';
import type { Asked, Listed } from './service';
import type { Options } from './circumstances';
import { WebhookRules } from './webhookRules';
import { INTERVALS, type World } from './world';

/** Lists of one check: webhooks, appointments, and what the service hides, by flag and by status. */
const LISTS_OF_A_CHECK = 8;
/** After a failure, a check is retried within this time. */
const LONGEST_RETRY_MS = 10 * MINUTE;

/** An event on its way to one URL. */
export interface Delivery {
	event: Event;
	account: Account;
	url: string;
	/** Each time that n8n has responded with 2xx. */
	acknowledged: number[];
	/** The service has given it up. */
	isLost: boolean;
}

/** Checks what must always hold, and notes each breach. */
export class Oracle {
	readonly breaches: string[] = [];
	/** When n8n was killed or restarted. */
	readonly kills: number[] = [];
	/** When the credential got another zone. */
	readonly zoneEdits: number[] = [];
	private readonly heard: Heard;
	private readonly webhookRules: WebhookRules;
	private readonly losses: Losses;
	private readonly pollingRules: PollingRules;

	constructor(private readonly world: World) {
		this.heard = new Heard(world, this, new Epoch(world, this));
		this.webhookRules = new WebhookRules(world, this, this.heard);
		this.losses = new Losses(world, this, this.heard);
		this.pollingRules = new PollingRules(world, this);
	}

	breach(rule: string, detail: string): void {
		this.breaches.push(`${rule} [${time(currentTime())}]: ${detail}`);
	}

	/** Until the next list, starts without an offset are known in the former zone. */
	isConverted(at: number): boolean {
		const edit = this.zoneEdits.findLast((editedAt) => editedAt <= at);
		if (edit === undefined || this.world.around.dialect.dates !== 'wallClock') return true;
		return this.world.service.listed.some((list) => list.at > edit && list.at < at);
	}

	/** In queue mode, workers record a state with the start as it was read then. */
	isReread(at: number, until: number): boolean {
		const { hasWorkers, dialect } = this.world.around;
		if (!hasWorkers || dialect.dates !== 'wallClock') return false;
		const isEdited = this.zoneEdits.some((edit) => edit > at && edit < until);
		return isEdited || !this.isConverted(at);
	}

	isKilledBetween(from: number, to: number): boolean {
		return this.kills.some((at) => at >= from && at <= to);
	}

	/** The trigger is published: what exists is recorded, not reported. */
	begin(): void {
		this.heard.epoch.begin();
		this.pollingRules.begin();
	}

	/** The credential has another account: the same. */
	changed(): void {
		this.heard.epoch.change();
		this.pollingRules.changed();
	}

	edited(): void {
		this.heard.editedAt = currentTime();
		this.pollingRules.edited();
	}

	acknowledged(delivery: Delivery, options: Options): void {
		this.heard.acknowledged(delivery, options);
	}

	observe(): void {
		this.webhookRules.observe();
		this.pollingRules.observe();
		this.stored();
		this.registered();
	}

	conclude(): void {
		this.webhookRules.observe();
		this.losses.conclude();
		this.pollingRules.conclude();
	}

	published(failures: unknown[]): void {
		for (const failure of failures) {
			this.breach('a healthy service refuses no publication', String(failure));
		}
	}

	/** Whatever was edited meanwhile: at the service of the credential, no webhook of this n8n is left. */
	unpublished(): void {
		const { n8n, service, accountNow } = this.world;
		if (service.faultNow || n8n.failures.length > 0) return;
		for (const { url } of accountNow.webhooks) {
			if (!url.startsWith(this.world.workflow.publicUrl)) continue;
			this.breach('unpublishing leaves no webhook', url.split('?')[0]!);
		}
	}

	/** How often the service may be asked while nothing happens. */
	passed(ms: number, asked: Asked[], listed: Listed[]): void {
		this.checkedOn(ms, listed);
		const { optionsNow, around, n8n, workflow } = this.world;
		if (ms < 20 * MINUTE || n8n.setting.hasWorkers) return;
		const pages = around.dialect.pageSize === 0 ? 1 : 8;
		const interval = INTERVALS[optionsNow.catchUp];
		const checks = interval ? ms / interval : 0;
		const polls = workflow.nodes.some(({ name }) => name === 'Polling')
			? ms / n8n.setting.pollMs
			: 0;
		// A check that has found something is repeated after a while.
		const most = (2 * checks + polls + 12) * LISTS_OF_A_CHECK * pages;
		if (asked.length <= most) return;
		this.breach('the settings limit the requests', `${asked.length} in ${ms / MINUTE} minutes`);
	}

	/** A healthy service is checked at each interval. */
	checkedOn(ms: number, listed: Listed[]): void {
		const { optionsNow, triggersOfWebhook, n8n } = this.world;
		const interval = INTERVALS[optionsNow.catchUp];
		if (!interval || !n8n.isPublished || n8n.failures.length > 0) return;
		if (ms < 2 * interval + LONGEST_RETRY_MS) return;
		for (const name of triggersOfWebhook) {
			if (listed.some(({ node }) => node === name)) continue;
			this.breach('checks go on', `${name} did not list for ${ms / MINUTE} minutes`);
		}
	}

	/** Forged deliveries cause one look-up of the secret at most. */
	forged(asked: Asked[]): void {
		const { optionsNow, triggersOfWebhook } = this.world;
		if (!optionsNow.urlSecret) return;
		const lookUps = asked.filter(({ path, method }) => path === '/webhooks/' && method === 'GET');
		const checks = optionsNow.catchUp === 'off' ? 0 : triggersOfWebhook.length;
		if (lookUps.length > 1 + checks) {
			this.breach('forged deliveries cause one look-up a minute', `${lookUps.length} look-ups`);
		}
	}

	private stored(): void {
		const { storedBytes } = this.world.workflow;
		const { appointments, events } = this.world.accountNow;
		const most = 4_000 + 120 * appointments.size + 60 * events.length;
		if (storedBytes > most) this.breach('static data is bounded', `${storedBytes} bytes`);
	}

	private checked = 0;

	/** A former address of n8n is not registered again. */
	private registered(): void {
		const { registered } = this.world.service;
		for (; this.checked < registered.length; this.checked += 1) {
			const url = registered[this.checked]!;
			if (url.startsWith(this.world.workflow.publicUrl)) continue;
			this.breach('no former address is registered', url.split('?')[0]!);
		}
	}
}
