import axios from 'axios';

import { Account, ATTENDED, CANCELED, CREATED, UPDATED } from './account';
import { processedData } from '../unit/support/engine/processedData';
import { currentTime, pass, passUntil, sleep, startClock } from './clock';
import { N8n } from './n8n';
import { Oracle, type Delivery } from './oracle';
import { Service } from './service';
import type { AccountName, Circumstances, Options, Step, Via } from './steps';
import { POLLING, StoredWorkflow, WEBHOOK, type TriggerNode } from './workflow';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Longer than n8n takes to publish, with all its attempts. */
const LONGEST = 30 * MINUTE;
/** A run that a worker has begun counts as gone after this. */
const WORKER_MS = 15 * MINUTE;
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
	private readonly deliveries: Delivery[] = [];
	private notified = 0;
	private options: Options;
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
		this.options = around.options;
		this.workflow = new StoredWorkflow(this.nodes(), this.credential('A', '1'), ZONE);
		this.n8n = new N8n(this.workflow, around);
		this.oracle = new Oracle(this);
	}

	get accountNow(): Account {
		return this.accounts_[this.account];
	}

	get optionsNow(): Options {
		return this.options;
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

	async play(steps: Step[]): Promise<void> {
		for (const account of this.accounts) {
			for (const hours of [-49, -30, 2, 50]) {
				account.book(currentTime() + hours * HOUR + 7_000, 'c1', 'CONFIRMED');
			}
		}
		await this.needs(this.n8n.start());
		await this.publish();
		for (const step of steps) {
			await pass(1_000);
			await this.take(step);
			this.oracle.observe();
		}
		await this.end();
	}

	private async take(step: Step): Promise<void> {
		const account = this.accountNow;
		const now = currentTime();
		this.notified = account.events.length;
		switch (step.do) {
			case 'book':
				account.book(inSeconds(now + step.ahead), step.calendar, step.status);
				return this.notify(step.via);
			case 'move':
				account.change(step.which, { start: inSeconds(now + step.ahead) });
				return this.notify(step.via);
			case 'mark':
				account.change(step.which, { status: step.status });
				return this.notify(step.via);
			case 'edit':
				account.change(step.which, { note: true });
				return this.notify(step.via);
			case 'delete':
				return account.delete(step.which);
			case 'deliver': {
				const open = this.deliveries.filter(({ isLost }) => !isLost);
				return this.send(open[step.which % Math.max(1, open.length)]);
			}
			case 'lose': {
				const open = this.deliveries.filter(({ acknowledged }) => acknowledged.length === 0);
				const lost = open[step.which % Math.max(1, open.length)];
				if (lost) lost.isLost = true;
				return;
			}
			case 'fault':
				this.service.fault = { ...step, until: now + step.ms };
				return;
			case 'forge':
				return await this.forge(step.count);
			case 'pass':
				return await this.pass(step.ms);
			case 'slow':
				this.workflow.weather.workMs = step.ms;
				return;
			case 'refuse':
				this.workflow.weather.refusesUntil = now + step.ms;
				return;
			case 'fail':
				this.workflow.weather.failsUntil = now + step.ms;
				return;
			case 'loseWebhooks':
				account.webhooks = [];
				return;
			case 'kill':
				this.oracle.kills.push(now);
				this.n8n.kill();
				await pass(step.ms);
				return await this.needs(this.n8n.start());
			case 'killWorker':
				this.oracle.kills.push(now);
				return this.n8n.killWorker();
			case 'restart':
				return await this.restart();
			case 'publish':
				return await this.publish();
			case 'unpublish':
				await this.unpublish();
				await pass(step.ms);
				return await this.publish();
			case 'listen':
				void this.n8n.listen('Webhook').catch(() => undefined);
				return await pass(0);
			case 'moveN8n':
				this.oracle.observe();
				this.workflow.publicUrl = 'https://moved.n8n.example/';
				return await this.restart();
			case 'codeNode':
				this.workflow.weather.hasCodeNode = !this.workflow.weather.hasCodeNode;
				return;
			default:
				return await this.edit(step);
		}
	}

	/** What people edit. */
	private async edit(step: Step): Promise<void> {
		const { credential } = this.workflow;
		if (step.do === 'zone') {
			this.oracle.zoneEdits.push(currentTime());
			this.workflow.credential = { ...credential, timezone: step.zone };
		} else if (step.do === 'credential') {
			const former = this.accountNow;
			this.account = step.account;
			const id = step.isOther ? `${credential.id}1` : credential.id;
			const { timezone } = credential;
			this.workflow.credential = { ...this.credential(step.account, id), timezone };
			if (former !== this.accountNow) this.oracle.changed();
			if (step.isOther && this.n8n.isPublished) await this.publish();
		} else if (step.do === 'options') {
			this.options = { ...this.options, ...step.options };
			this.oracle.edited();
			if (this.n8n.isPublished) await this.publish();
		}
	}

	/** Faults stop. What is open has to end well. */
	private async end(): Promise<void> {
		const { weather } = this.workflow;
		this.service.fault = undefined;
		Object.assign(weather, { workMs: 0, hasCodeNode: false, refusesUntil: 0, failsUntil: 0 });
		await this.needs(this.n8n.start());
		if (this.n8n.isPublished) {
			await pass(MINUTE);
			if (this.n8n.failures.length > 0) await this.publish();
			if (this.optionsNow.catchUp === 'atStart') await this.restart();
			const interval = INTERVALS[this.optionsNow.catchUp] ?? 0;
			for (let round = 0; round < 2; round += 1) {
				this.redeliver();
				const gone = this.around.hasWorkers ? WORKER_MS : 0;
				await pass(Math.max(interval, this.around.pollMs) + 6 * MINUTE + gone);
				this.oracle.observe();
			}
			this.oracle.conclude();
		}
		await this.unpublish();
	}

	private redeliver(): void {
		for (const delivery of this.deliveries) {
			if (!delivery.isLost && delivery.acknowledged.length === 0) this.send(delivery);
		}
	}

	private async publish(): Promise<void> {
		if (!this.n8n.isRunning) return;
		if (!this.n8n.isPublished) this.oracle.begin();
		const isCalm = !this.service.faultNow;
		await this.needs(this.n8n.publish(this.nodes()));
		if (isCalm) this.oracle.published(this.n8n.failures);
	}

	private async unpublish(): Promise<void> {
		if (!this.n8n.isRunning || !this.n8n.isPublished) return;
		await this.needs(this.n8n.unpublish());
		this.oracle.unpublished();
	}

	private async restart(): Promise<void> {
		this.oracle.kills.push(currentTime());
		await this.needs(this.n8n.restart());
		this.oracle.kills.push(currentTime());
	}

	private async pass(ms: number): Promise<void> {
		const before = this.service.asked.length;
		const isCalm = !this.service.faultNow;
		await pass(ms);
		this.oracle.passed(ms, isCalm, this.service.asked.slice(before));
	}

	private async needs(work: Promise<void>): Promise<void> {
		await passUntil(work, LONGEST);
	}

	/** The service sends what has happened just now. */
	private notify(via: Via): void {
		const account = this.accountNow;
		for (const event of account.events.slice(this.notified)) {
			for (const { url, events } of account.webhooks) {
				if (!events.includes(event.kind)) continue;
				const isLost = via === 'never';
				const delivery: Delivery = { event, account, url, acknowledged: [], isLost };
				this.deliveries.push(delivery);
				if (via === 'now' || via === 'twice') this.send(delivery);
				if (via === 'twice') this.send(delivery);
			}
		}
	}

	private send(delivery: Delivery | undefined): void {
		if (!delivery?.account.webhooks.some(({ url }) => url === delivery.url)) return;
		const { url, event } = delivery;
		const optionsNow = this.optionsNow;
		void this.n8n.deliver(url, event.body).then((status) => {
			if (status === undefined || status > 299) return;
			delivery.acknowledged.push(currentTime());
			this.oracle.acknowledged(delivery, optionsNow);
		});
	}

	private async forge(count: number): Promise<void> {
		const [url] = this.accountNow.webhooks.map((webhook) => webhook.url.split('?')[0]!);
		// Without a secret, whoever knows the URL starts runs.
		if (!this.options.urlSecret) return;
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

	private nodes(): TriggerNode[] {
		const { triggers } = this.around;
		const { events, catchUp, onlyWhenChanged, status, urlSecret } = this.options;
		const calendar = { __rl: true, mode: 'key', value: this.options.calendar };
		const documented = [CREATED, UPDATED, CANCELED];
		const webhook = {
			events: events.filter((kind) => documented.includes(kind)),
			additionalEvents: events.filter((kind) => !documented.includes(kind)).join(', '),
			options: {
				catchUp,
				onlyWhenChanged,
				status,
				urlSecret,
				verify: this.options.verify ? 'refetch' : 'none',
				respond: this.options.whenFinished ? 'whenFinished' : 'immediately',
				...(this.options.calendar && { calendar }),
			},
		};
		const polling = {
			event: this.options.polled,
			leadTime: 24,
			leadTimeUnit: 'hours',
			filters: { ...(status.length > 0 && { status }), ...(this.options.calendar && { calendar }) },
		};
		return [
			...(triggers === 'polling'
				? []
				: [{ name: 'Webhook', className: WEBHOOK, parameters: webhook } as const]),
			...(triggers === 'two webhooks'
				? [{ name: 'Second Webhook', className: WEBHOOK, parameters: webhook } as const]
				: []),
			...(triggers.includes('polling')
				? [{ name: 'Polling', className: POLLING, parameters: polling } as const]
				: []),
		];
	}
}

const inSeconds = (ms: number): number => Math.floor(ms / 1_000) * 1_000;

export const INTERVALS: Partial<Record<Options['catchUp'], number>> = {
	everyMinute: MINUTE,
	every5Minutes: 5 * MINUTE,
	every15Minutes: 15 * MINUTE,
	hourly: HOUR,
};
