import axios from 'axios';

import { defaultCredentials } from '../unit/support/engine/installedNode';
import { processedData } from '../unit/support/engine/processedData';
import { Account, type Event } from './account';
import type { AccountName, Circumstances, Options } from './circumstances';
import { currentTime, HOUR, MINUTE, pass, passUntil, setClock, sleep, startClock } from './clock';
import { Facts, type Arrival, type Delivery } from './facts';
import { N8n } from './n8n';
import { Oracle } from './oracle';
import { Service } from './service';
import type { Via } from './steps';
import { POLLING, triggersOf } from './triggers';
import { StoredWorkflow, WEBHOOK } from './workflow';

/** Longer than n8n takes to publish, with all its attempts. */
const LONGEST = 2 * HOUR;
/** Of the workflow, whose zone must not matter. */
const ZONE = 'Australia/Lord_Howe';
const INTERVALS: Partial<Record<Options['catchUp'], number>> = {
	everyMinute: MINUTE,
	every5Minutes: 5 * MINUTE,
	hourly: HOUR,
};

const hostOf = (name: AccountName) => (name === 'C' ? 'other.example' : 'scheduling.example');

/** The service, n8n and the people who use both, in one seeded history. */
export class World {
	readonly service = new Service();
	readonly n8n: N8n;
	readonly workflow: StoredWorkflow;
	readonly facts: Facts;
	readonly oracle: Oracle;
	readonly deliveries: Delivery[] = [];
	optionsNow: Options;
	private readonly accounts_: Record<AccountName, Account>;
	private account: AccountName = 'A';
	private turn = 0;

	constructor(readonly around: Circumstances) {
		let accessedAt = 0;
		// What workers agree on by short waits must not take longer than it does.
		const isExact = () => this.workflow.isWorking || currentTime() - accessedAt < 5_000;
		startClock(around.begin, around.seed, () => around.hasWorkers && isExact());
		processedData.reset();
		processedData.beforeAccess = async () => {
			accessedAt = currentTime();
			await sleep(around.hasWorkers ? 20 * Math.random() : 0);
		};
		const [a, b, c] = ['a', 'b', 'c'].map((name) => new Account(name, around.dialect));
		this.accounts_ = { A: a!, A2: a!, B: b!, C: c!, none: a! };
		for (const name of ['A', 'A2', 'B', 'C'] as const) {
			this.service.accounts.set(`${hostOf(name)} token-${name}`, this.accounts_[name]);
		}
		axios.defaults.adapter = async (config) => await this.service.send(config);
		this.optionsNow = around.options;
		this.facts = new Facts(this.optionsNow, a!);
		const credential = credentialOf('A', '1', around.serviceZone);
		this.workflow = new StoredWorkflow(
			triggersOf(around.triggers, this.optionsNow),
			credential,
			ZONE,
		);
		this.workflow.weather.workMs = around.workMs;
		this.n8n = new N8n(this.workflow, around);
		this.oracle = new Oracle(this);
	}

	get accountNow(): Account {
		return this.accounts_[this.account];
	}

	get accounts(): Account[] {
		return [this.accounts_.A, this.accounts_.B, this.accounts_.C];
	}

	get isTokenValid(): boolean {
		return this.account !== 'none';
	}

	/** ms between two checks. Undefined if there is none. */
	get interval(): number | undefined {
		return INTERVALS[this.optionsNow.catchUp];
	}

	/** Whether the credential's zone is or was wrong, so that lists are asked for other days. */
	get isZoneWrong(): boolean {
		const { zone } = this.around.dialect;
		return this.workflow.credential.timezone !== zone || this.facts.zoneEdits.length > 0;
	}

	/** Whether starts without an offset are or were read in it. */
	get isMisread(): boolean {
		return (
			['wallClock', 'mixed', 'mixedUtc'].includes(this.around.dialect.dates) && this.isZoneWrong
		);
	}

	/** By so much, the first day of a list may be another one. */
	get zonesMs(): number {
		return this.isMisread ? 27 * HOUR : HOUR / 2;
	}

	get triggersOfWebhook(): string[] {
		return this.workflow.nodes
			.filter(({ className }) => className === WEBHOOK)
			.map(({ name }) => name);
	}

	/** Somebody edits the credential, or chooses another one. */
	choose(account: AccountName, isOther: boolean): void {
		this.account = account;
		const { id, timezone } = this.workflow.credential;
		Object.assign(
			this.workflow.credential,
			credentialOf(account, isOther ? `${id}1` : id, timezone),
		);
		this.facts.choose(this.accountNow);
	}

	setZone(timezone: string): void {
		this.facts.zoneEdits.push(currentTime());
		this.facts.disturb();
		this.workflow.credential.timezone = timezone;
	}

	setClock(ms: number): void {
		this.facts.clockEdits.push(currentTime());
		setClock(ms);
	}

	edit(options: Partial<Options>): void {
		// With Verify, only a timestamp tells the rules which event has run.
		if (options.verify && this.around.dialect.timestamps !== 'true') return;
		this.optionsNow = { ...this.optionsNow, ...options };
	}

	async publish(): Promise<void> {
		if (!this.n8n.isRunning) return;
		if (!this.n8n.isPublished) this.facts.published.push(currentTime());
		// Catch Up reads the list after the publication, and polls during it.
		const { faultNow } = this.service;
		const isReading = this.workflow.nodes.some(({ name }) => name === POLLING);
		const wasCalm = this.isTokenValid && (!faultNow || (faultNow.lists && !isReading));
		this.facts.edit(this.optionsNow);
		await this.activated(this.n8n.publish(triggersOf(this.around.triggers, this.optionsNow)));
		if (wasCalm) this.oracle.bounds.published(this.n8n.failures);
	}

	async unpublish(): Promise<void> {
		if (!this.n8n.isRunning || !this.n8n.isPublished) return;
		this.facts.unpublished.push(currentTime());
		await passUntil(this.n8n.unpublish(), LONGEST);
		this.facts.disturb();
		if (this.isTokenValid) this.oracle.bounds.unpublished();
	}

	/** In order. */
	async stop(): Promise<void> {
		this.facts.stops.push(currentTime());
		await passUntil(this.n8n.stop(), LONGEST);
		this.facts.restarts.push(currentTime());
		this.facts.disturb();
	}

	async changeLeader(): Promise<void> {
		this.facts.stops.push(currentTime());
		this.facts.restarts.push(currentTime());
		await this.activated(this.n8n.changeLeader());
	}

	kill(): void {
		this.facts.kills.push(currentTime());
		this.facts.disturb();
		this.n8n.kill();
	}

	async start(): Promise<void> {
		await this.activated(this.n8n.start());
	}

	private async activated(work: Promise<void>): Promise<void> {
		await passUntil(work, LONGEST);
		this.facts.activate(this.n8n.failures.map(({ node }) => node));
	}

	async pass(ms: number): Promise<void> {
		const { asked, listed, faultNow } = this.service;
		const before = listed.length;
		await pass(ms);
		if (faultNow || !this.n8n.isRunning) return;
		this.oracle.bounds.passed(ms, this.service.asked - asked, listed.slice(before));
	}

	/** The service delivers events. */
	notify(account: Account, events: Event[], via: Via): void {
		for (const event of events) {
			for (const { url, events: kinds } of account.webhooks) {
				if (!kinds.includes(event.kind)) continue;
				const isLost = via === 'never';
				const delivery = { event, account, url, isAcknowledged: false, isLost };
				this.deliveries.push(delivery);
				if (['now', 'twice', 'both'].includes(via)) this.send(delivery);
				if (['twice', 'both'].includes(via)) this.send(delivery, via === 'both' ? 1 : 0);
			}
		}
	}

	redeliver(): void {
		for (const delivery of this.deliveries) {
			if (!delivery.isLost && !delivery.isAcknowledged) this.send(delivery);
		}
	}

	/** @param shift 0 for the process that has got the latest delivery */
	send(delivery: Delivery | undefined, shift = 1): void {
		if (!delivery?.account.webhooks.some(({ url }) => url === delivery.url)) return;
		this.turn += shift;
		const arrival: Arrival = {
			delivery,
			node: delivery.url.includes('Second') ? 'Second Webhook' : 'Webhook',
			at: currentTime(),
			endedAt: Infinity,
			status: undefined,
			options: this.optionsNow,
			processor: this.turn % this.around.processors,
			isHealthy: this.isHealthy && delivery.account === this.accountNow,
		};
		this.facts.arrivals.push(arrival);
		const body = delivery.account.body(delivery.event);
		void this.n8n.deliver(delivery.url, body, arrival.processor).then((status) => {
			Object.assign(arrival, { status, endedAt: currentTime() });
			if (status !== undefined && status < 300) delivery.isAcknowledged = true;
		});
	}

	private get isHealthy(): boolean {
		const { isRunning, failures, isPublished } = this.n8n;
		const isWorking = isRunning && isPublished && failures.length === 0 && this.workflow.canCreate;
		return isWorking && !this.service.faultNow && this.isTokenValid;
	}
}

const credentialOf = (name: AccountName, id: string, timezone: string) => ({
	...defaultCredentials,
	id,
	baseUrl: `https://${hostOf(name)}`,
	accessToken: `token-${name}`,
	timezone,
});
