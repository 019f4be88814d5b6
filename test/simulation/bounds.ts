import { currentTime, MINUTE } from './clock';
import { RESPONSE_MS } from './conditions';
import { isAcknowledged, type Arrival } from './facts';
import type { Asked, Listed } from './service';
import type { Failure } from './publication';
import type { World } from './world';

/** Lists of one check: webhooks, appointments, and what the service hides, by flag and by status. */
const LISTS_OF_A_CHECK = 8;
/** Besides, 20 appointments by their keys. */
const KEYS_OF_A_CHECK = 20;
/** After a failure, a check is retried within this time. */
const LONGEST_RETRY_MS = 10 * MINUTE;

/** What the triggers do at the service, how they respond to it, and what they store. */
export class Bounds {
	private checked = 0;
	private answered = 0;

	constructor(private readonly world: World) {}

	observe(): void {
		this.stored();
		this.registered();
		const { arrivals } = this.world.facts;
		for (; this.answered < arrivals.length; this.answered += 1)
			this.responded(arrivals[this.answered]!);
	}

	published(failures: Failure[]): void {
		for (const { error } of failures) {
			this.world.oracle.breach('a healthy service refuses no publication', String(error));
		}
	}

	/** At the service of the credential, no webhook of this n8n is left. */
	unpublished(): void {
		const { n8n, service, accountNow, workflow } = this.world;
		if (service.faultNow || n8n.failures.length > 0) return;
		for (const { url } of accountNow.webhooks) {
			if (!url.startsWith(workflow.publicUrl)) continue;
			this.world.oracle.breach('unpublishing leaves no webhook', url.split('?')[0]!);
		}
	}

	/** In the end, each trigger has one webhook. */
	concluded(): void {
		const { accountNow, triggersOfWebhook, workflow } = this.world;
		const own = accountNow.webhooks.filter(({ url }) => url.startsWith(workflow.publicUrl));
		if (own.length === triggersOfWebhook.length || this.world.interval === undefined) return;
		this.world.oracle.breach('each trigger has one webhook', `${own.length} webhooks`);
	}

	/** A healthy service is checked at each interval, and asked no more than that needs. */
	passed(ms: number, asked: Asked[], listed: Listed[]): void {
		this.checkedOn(ms, listed);
		const { around, n8n, workflow, interval } = this.world;
		if (ms < 20 * MINUTE || around.hasWorkers) return;
		const pages = around.dialect.pageSize === 0 ? 1 : 8;
		const checks = interval ? ms / interval : 0;
		const hasPolls = workflow.nodes.some(({ name }) => name === 'Polling');
		const polls = hasPolls ? ms / n8n.setting.pollMs : 0;
		// A check that has found something is repeated after a while.
		const rounds = 2 * checks * this.world.triggersOfWebhook.length + polls + 12;
		const most = rounds * (LISTS_OF_A_CHECK * pages + KEYS_OF_A_CHECK);
		if (asked.length <= most) return;
		this.world.oracle.breach(
			'the settings limit the requests',
			`${asked.length} in ${ms / MINUTE} minutes`,
		);
	}

	checkedOn(ms: number, listed: Listed[]): void {
		const { triggersOfWebhook, n8n, interval } = this.world;
		if (!interval || !n8n.isPublished || n8n.failures.length > 0) return;
		if (ms < 2 * interval + LONGEST_RETRY_MS || !this.world.isTokenValid) return;
		for (const name of triggersOfWebhook) {
			if (listed.some(({ node }) => node === name)) continue;
			this.world.oracle.breach('checks go on', `${name} did not list for ${ms / MINUTE} minutes`);
		}
	}

	/** Forged deliveries within a second cause two look-ups of the secret at most. */
	forged(asked: Asked[]): void {
		const lookUps = asked.filter(({ path, method }) => path === '/webhooks/' && method === 'GET');
		const { optionsNow, triggersOfWebhook } = this.world;
		const checks = optionsNow.catchUp === 'off' ? 0 : triggersOfWebhook.length;
		if (lookUps.length <= 2 + 2 * checks) return;
		this.world.oracle.breach('forged deliveries cause few look-ups', `${lookUps.length} look-ups`);
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
		const { storedBytes } = this.world.workflow;
		const { accounts } = this.world;
		const count = accounts.reduce((sum, { appointments }) => sum + appointments.size, 0);
		const events = accounts.reduce((sum, account) => sum + account.events.length, 0);
		const most = 6_000 + 240 * count + 100 * events;
		if (storedBytes > most)
			this.world.oracle.breach('static data is bounded', `${storedBytes} bytes`);
	}

	/** A former address of n8n is not registered again. */
	private registered(): void {
		const { registered } = this.world.service;
		for (; this.checked < registered.length; this.checked += 1) {
			const url = registered[this.checked]!;
			if (url.startsWith(this.world.workflow.publicUrl)) continue;
			this.world.oracle.breach('no former address is registered', url.split('?')[0]!);
		}
	}
}
