import type { Webhook } from './account';
import { currentTime, MINUTE } from './clock';
import { RESPONSE_MS } from './conditions';
import { isAcknowledged, type Arrival } from './facts';
import type { Listed } from './service';
import type { Failure } from './publication';
import { POLLING } from './triggers';
import type { World } from './world';

/** Lists of one check: webhooks, appointments, and what the service hides, by flag and by status. */
const LISTS_OF_A_CHECK = 8;
/** Besides, 20 appointments by their keys. */
const KEYS_OF_A_CHECK = 20;
/** After a failure, a check is retried within this time. */
const LONGEST_RETRY_MS = 10 * MINUTE;

/** What the triggers do at the service, how they respond to it, and what they store. */
export class Bounds {
	private answered = 0;

	constructor(private readonly world: World) {}

	observe(): void {
		const { facts, service, workflow } = this.world;
		for (const arrival of facts.arrivals.slice(this.answered)) this.responded(arrival);
		this.answered = facts.arrivals.length;
		for (const url of service.registered.splice(0)) {
			if (!url.startsWith(workflow.publicUrl)) this.breach('no former address is registered', url);
		}
		this.stored();
	}

	published(failures: Failure[]): void {
		for (const { error } of failures) {
			this.breach('a healthy service refuses no publication', String(error));
		}
	}

	/** At the service of the credential, no webhook of this n8n is left. */
	unpublished(): void {
		const { n8n, service } = this.world;
		if (service.faultNow || n8n.failures.length > 0) return;
		for (const { url } of this.own) this.breach('unpublishing leaves no webhook', url);
	}

	/** In the end, each trigger has one webhook. */
	concluded(): void {
		const { triggersOfWebhook, interval } = this.world;
		const count = this.own.length;
		if (count === triggersOfWebhook.length || interval === undefined) return;
		this.breach('each trigger has one webhook', `${count} webhooks`);
	}

	/** A healthy service is checked at each interval, and asked no more than that needs. */
	passed(ms: number, asked: number, listed: Listed[]): void {
		this.checkedOn(ms, listed);
		const { around, n8n, workflow, interval } = this.world;
		if (ms < 20 * MINUTE || around.hasWorkers) return;
		const pages = around.dialect.pageSize === 0 ? 1 : 8;
		const checks = interval ? ms / interval : 0;
		const hasPolls = workflow.nodes.some(({ name }) => name === POLLING);
		const polls = hasPolls ? ms / n8n.setting.pollMs : 0;
		// A check that has found something is repeated after a while.
		const rounds = 2 * checks * this.world.triggersOfWebhook.length + polls + 12;
		const most = rounds * (LISTS_OF_A_CHECK * pages + KEYS_OF_A_CHECK);
		const detail = `${asked} in ${ms / MINUTE} minutes`;
		if (asked > most) this.breach('the settings limit the requests', detail);
	}

	checkedOn(ms: number, listed: Listed[]): void {
		const { triggersOfWebhook, n8n, interval } = this.world;
		if (!interval || !n8n.isPublished || n8n.failures.length > 0) return;
		if (ms < 2 * interval + LONGEST_RETRY_MS || !this.world.isTokenValid) return;
		for (const name of triggersOfWebhook) {
			if (listed.some(({ node }) => node === name)) continue;
			this.breach('checks go on', `${name} did not list for ${ms / MINUTE} minutes`);
		}
	}

	/** While everything works, the service gets 200 for each event. */
	private responded(arrival: Arrival): void {
		const { delivery, at, endedAt, isHealthy, node } = arrival;
		const { facts, oracle } = this.world;
		if (!isHealthy || facts.isStoppedBetween(at - MINUTE, at + RESPONSE_MS)) return;
		const isOpen = endedAt === Infinity && currentTime() < at + RESPONSE_MS;
		if (isOpen || isAcknowledged(arrival)) return;
		const { appointment, version } = delivery.event;
		const about = { past: oracle.past, node, appointment, version, at, arrival };
		oracle.breach('a healthy n8n acknowledges events', about);
	}

	private stored(): void {
		const { workflow, accounts } = this.world;
		const count = accounts.reduce((sum, { appointments }) => sum + appointments.size, 0);
		const events = accounts.reduce((sum, account) => sum + account.events.length, 0);
		const most = 6_000 + 240 * count + 100 * events;
		const { storedBytes } = workflow;
		if (storedBytes > most) this.breach('static data is bounded', `${storedBytes} bytes`);
	}

	/** The webhooks of this n8n. */
	private get own(): Webhook[] {
		const { accountNow, workflow } = this.world;
		return accountNow.webhooks.filter(({ url }) => url.startsWith(workflow.publicUrl));
	}

	private breach(rule: string, detail: string): void {
		this.world.oracle.breach(rule, detail);
	}
}
