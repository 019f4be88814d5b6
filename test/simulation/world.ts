import axios from 'axios';

import { Account, ATTENDED, type Event } from './account';
import { processedData } from '../unit/support/engine/processedData';
import { currentTime, HOUR, MINUTE, pass, passUntil, sleep, startClock } from './clock';
import { N8n } from './n8n';
import { Oracle, type Delivery } from './oracle';
import { Service } from './service';
import type { AccountName, Circumstances, Options } from './circumstances';
import type { Via } from './steps';
import { triggersOf } from './triggers';
import { StoredWorkflow, WEBHOOK } from './workflow';

/** Longer than n8n takes to publish, with all its attempts. */
const LONGEST = 2 * HOUR;
/** Of the workflow. */
const ZONE = 'Europe/Madrid';
const HOSTS = {
	A: 'scheduling.example',
	A2: 'scheduling.example',
	B: 'scheduling.example',
	C: 'other.example',
};

/** The service, n8n and the people who use both, in one seeded history. */
export class World {
	readonly service = new Service();
	readonly n8n: N8n;
	readonly workflow: StoredWorkflow;
	readonly oracle: Oracle;
	private readonly accounts_: Record<AccountName, Account>;
	readonly deliveries: Delivery[] = [];
	optionsNow: Options;
	private account: AccountName = 'A';

	constructor(readonly around: Circumstances) {
		let accessedAt = 0;
		// What workers agree on by short waits must not take longer than it does.
		const isExact = () => this.workflow.isWorking || currentTime() - accessedAt < 5_000;
		startClock(around.begin, () => around.hasWorkers && isExact());
		processedData.reset();
		processedData.beforeAccess = async () => {
			accessedAt = currentTime();
			await sleep(around.hasWorkers ? 20 * Math.random() : 0);
		};
		const [a, b, c] = ['a', 'b', 'c'].map((name) => new Account(name, around.dialect));
		this.accounts_ = { A: a!, A2: a!, B: b!, C: c! };
		for (const [name, account] of Object.entries(this.accounts_)) {
			this.service.open(HOSTS[name as AccountName], `token-${name}`, account);
		}
		this.service.aheadMs = around.dialect.aheadMs;
		axios.defaults.adapter = async (config) => await this.service.send(config);
		this.optionsNow = around.options;
		this.workflow = new StoredWorkflow(
			triggersOf(this.around.triggers, this.optionsNow),
			this.credential('A', '1'),
			ZONE,
		);
		this.n8n = new N8n(this.workflow, around);
		this.oracle = new Oracle(this);
	}

	get accountNow(): Account {
		return this.accounts_[this.account];
	}

	/** Somebody edits the credential, or chooses another one. */
	choose(account: AccountName, isOther: boolean): void {
		const former = this.accountNow;
		this.account = account;
		const { id, timezone } = this.workflow.credential;
		const credential = this.credential(account, isOther ? `${id}1` : id);
		this.workflow.credential = { ...credential, timezone };
		if (former !== this.accountNow) this.oracle.changed();
	}

	get accounts(): Account[] {
		return [this.accounts_.A, this.accounts_.B, this.accounts_.C];
	}

	/** Whether the credential's zone is wrong for starts without an offset. */
	get isMisread(): boolean {
		const { dates, zone } = this.around.dialect;
		return dates === 'wallClock' && (this.workflow.credential.timezone || ZONE) !== zone;
	}

	get triggersOfWebhook(): string[] {
		return this.workflow.nodes
			.filter(({ className }) => className === WEBHOOK)
			.map(({ name }) => name);
	}

	redeliver(): void {
		for (const delivery of this.deliveries) {
			if (!delivery.isLost && delivery.acknowledged.length === 0) this.send(delivery);
		}
	}

	async publish(): Promise<void> {
		if (!this.n8n.isRunning) return;
		if (!this.n8n.isPublished) this.oracle.begin();
		const isCalm = !this.service.faultNow;
		await this.needs(this.n8n.publish(triggersOf(this.around.triggers, this.optionsNow)));
		if (isCalm) this.oracle.published(this.n8n.failures);
	}

	async unpublish(): Promise<void> {
		if (!this.n8n.isRunning || !this.n8n.isPublished) return;
		await this.needs(this.n8n.unpublish());
		this.oracle.unpublished();
	}

	async restart(): Promise<void> {
		this.oracle.kills.push(currentTime());
		await this.needs(this.n8n.restart());
		this.oracle.kills.push(currentTime());
	}

	async pass(ms: number): Promise<void> {
		const { asked, listed, faultNow } = this.service;
		const before = [asked.length, listed.length];
		await pass(ms);
		if (!faultNow) this.oracle.passed(ms, asked.slice(before[0]), listed.slice(before[1]));
	}

	async needs(work: Promise<void>): Promise<void> {
		await passUntil(work, LONGEST);
	}

	/** The service delivers events. */
	notify(account: Account, events: Event[], via: Via): void {
		for (const event of events) {
			for (const { url, events: kinds } of account.webhooks) {
				if (!kinds.includes(event.kind)) continue;
				const isLost = via === 'never';
				const delivery: Delivery = { event, account, url, acknowledged: [], isLost };
				this.deliveries.push(delivery);
				if (via === 'now' || via === 'twice') this.send(delivery);
				if (via === 'twice') this.send(delivery);
			}
		}
	}

	send(delivery: Delivery | undefined): void {
		if (!delivery?.account.webhooks.some(({ url }) => url === delivery.url)) return;
		const { url, event } = delivery;
		const optionsNow = this.optionsNow;
		void this.n8n.deliver(url, event.body).then((status) => {
			if (status === undefined || status > 299) return;
			delivery.acknowledged.push(currentTime());
			this.oracle.acknowledged(delivery, optionsNow);
		});
	}

	async forge(count: number): Promise<void> {
		const [url] = this.accountNow.webhooks.map((webhook) => webhook.url.split('?')[0]!);
		// Without a secret, whoever knows the URL starts runs.
		if (!this.optionsNow.urlSecret) return;
		const before = this.service.asked.length;
		const isCalm = !this.service.faultNow;
		for (let copy = 0; url && copy < count; copy += 1) {
			const data = { appointment_key: `forged-${copy}`, status: 'CONFIRMED' };
			const timestamp = new Date(currentTime()).toISOString();
			const body = { event: ATTENDED, timestamp, data };
			void this.n8n.deliver(`${url}?secret=guessed-${copy}`, body);
			await pass(100);
		}
		// A look-up that fails is tried again.
		if (isCalm) this.oracle.forged(this.service.asked.slice(before));
	}

	private credential(name: AccountName, id: string) {
		const { serviceZone: timezone } = this.around;
		return { id, baseUrl: `https://${HOSTS[name]}`, accessToken: `token-${name}`, timezone };
	}
}

export const INTERVALS: Partial<Record<Options['catchUp'], number>> = {
	everyMinute: MINUTE,
	every5Minutes: 5 * MINUTE,
	every15Minutes: 15 * MINUTE,
	hourly: HOUR,
};
