import axios from 'axios';

import { defaultCredentials } from '../unit/support/engine/installedNode';
import { Account, keyOf, type Event, type Version } from './account';
import { currentTime, HOUR, MINUTE, passUntil, startClock } from './clock';
import { KINDS, type Around, type Options } from './mixes';
import { N8n } from './n8n';
import { Network } from './service';
import { StoredWorkflow, type TriggerNode } from './workflow';

/** An event on its way to one URL. */
interface Delivery {
	event: Event;
	url: string;
}

/** One attempt to deliver an event. */
export interface Arrival {
	event: Event;
	/** What the appointment was like when it came. */
	version: Version;
	at: number;
	status?: number;
	isJudged: boolean;
}

/** Since when a trigger knows what it knows. */
export interface Point {
	at: number;
	account: Account;
	/** False if n8n may go on with what it had saved before. */
	isSure: boolean;
}

export const POLLING = 'Polling';
const BEGIN = Date.parse('2026-11-21T10:00:00Z');
/** Longer than n8n takes to publish, with all its attempts. */
const LONGEST = 2 * HOUR;
/** Of the workflow, whose zone must not matter. */
const ZONE = 'Australia/Lord_Howe';
const INTERVALS: Record<string, number> = { everyMinute: MINUTE, every5Minutes: 5 * MINUTE };
const HOSTS = { A: 'scheduling.example', B: 'other.example' };

/** The service, n8n and the people who use both, in one seeded history, and what has happened in it. */
export class World {
	readonly network = new Network();
	readonly n8n: N8n;
	readonly workflow: StoredWorkflow;
	readonly accounts: Account[];
	readonly arrivals: Arrival[] = [];
	/** When something did not work, or was edited. */
	readonly troubles: Array<{ from: number; until: number }> = [];
	readonly points: Record<string, Point[]> = {};
	/** When other options were published, and when n8n began again, with what it had saved. */
	readonly edits: Array<{ at: number; options: Options }> = [];
	private readonly restarts: Array<{ at: number; savedAt: number }> = [];
	forgedAt = -Infinity;
	isTokenValid = true;
	options: Options;
	account: Account;
	private readonly deliveries: Delivery[] = [];
	private name = 'A';

	constructor(readonly around: Around) {
		startClock(BEGIN, around.seed);
		const { zone, shape, order, pageSize: maxPageSize, quota } = around;
		this.accounts = Object.values(HOSTS).map((host) => {
			const settings = { order, maxPageSize, taken: 'allowed', lag: around.lagMs } as const;
			const quotas = quota > 0 ? { quota } : {};
			const account = new Account(host, { zone, shape, ...settings, ...quotas });
			this.network.accounts.set(host, account);
			return account;
		});
		Object.assign(this.network.delays, { tookMs: around.tookMs, lagMs: around.lagMs });
		axios.defaults.adapter = async (config) => await this.network.send(config);
		this.account = this.accounts[0]!;
		this.options = around.options;
		const { token: accessToken } = this.account.service;
		const credential = { ...defaultCredentials, accessToken, id: '1', timezone: zone };
		credential.baseUrl = `https://${HOSTS.A}`;
		this.workflow = new StoredWorkflow(this.triggers(), credential, ZONE);
		this.workflow.workMs = around.workMs;
		this.n8n = new N8n(this.workflow, around.pollMs);
	}

	/** ms between two checks or polls. */
	intervalOf = (node: string): number =>
		node === POLLING ? this.around.pollMs : INTERVALS[this.options.check]!;

	/** Something does not work, until then. */
	trouble(until = currentTime()): void {
		this.troubles.push({ from: currentTime(), until });
	}

	endTroubles(): void {
		for (const trouble of this.troubles) trouble.until = Math.min(trouble.until, currentTime());
		this.trouble(Math.max(this.network.fault?.until ?? 0, currentTime()));
	}

	/** Somebody edits the credential: another account, or another token of the same one. */
	choose(name: 'A' | 'B' | 'renewed' | 'none'): void {
		const { credential } = this.workflow;
		this.endTroubles();
		this.isTokenValid = name !== 'none';
		if (name === 'none') {
			credential.accessToken = 'nobody-has-it';
			this.trouble(Infinity);
			return;
		}
		if (name !== 'renewed' && name !== this.name) {
			this.name = name;
			this.account = this.accounts[name === 'A' ? 0 : 1]!;
			for (const node of Object.keys(this.points)) this.begin(node);
		}
		const { service } = this.account;
		if (name === 'renewed') Object.assign(service, { token: `token-${currentTime()}` });
		credential.baseUrl = `https://${HOSTS[this.name as 'A']}`;
		credential.accessToken = service.token;
	}

	/** A new version, if there is one. */
	async republish(): Promise<void> {
		if (this.n8n.isPublished) await this.publish();
	}

	async publish(): Promise<void> {
		if (!this.n8n.isRunning) return;
		const { options } = this;
		const isOther = this.edits.at(-1)?.options.polled !== options.polled;
		for (const { name } of this.triggers()) {
			if (name === POLLING ? isOther : !this.n8n.isPublished) this.begin(name);
		}
		if (this.edits.at(-1)?.options !== options) this.edits.push({ at: currentTime(), options });
		await this.activated(this.n8n.publish(this.triggers()));
	}

	async unpublish(): Promise<void> {
		this.trouble();
		await passUntil(this.n8n.unpublish(), LONGEST);
		this.trouble(Infinity);
	}

	/** In order. */
	async stop(): Promise<void> {
		this.trouble(Infinity);
		await passUntil(this.n8n.stop(), LONGEST);
	}

	kill(): void {
		this.trouble(Infinity);
		this.n8n.kill();
	}

	async start(): Promise<void> {
		if (this.n8n.isRunning) return;
		this.restarts.push({ at: currentTime(), savedAt: this.workflow.savedAt });
		for (const [node, points] of Object.entries(this.points)) {
			const record = this.recordAt(node, points.at(-1)!);
			if (!record || record.endedAt > this.workflow.savedAt) this.begin(node, false);
		}
		await this.activated(this.n8n.start());
	}

	/** For a minute, a new process does not know what lists that lag may show again. */
	hasRestarted = (at: number): boolean =>
		this.restarts.some((one) => one.at < at && one.at > at - 3 * MINUTE);

	/** Polls go on from what n8n had saved before it was stopped. */
	isForgotten = (born: number): boolean =>
		this.restarts.some(({ at, savedAt }) => born > savedAt - MINUTE && born < at + MINUTE);

	/** After an edit of filters, what was created later is new to a poll. */
	newSince = (node: string, at: number): number => {
		const isOther = ({ options }: { options: Options }, nth: number) =>
			nth > 0 && options.calendar !== this.edits[nth - 1]!.options.calendar;
		const edit = this.edits.findLast((one, nth) => one.at <= at && isOther(one, nth));
		const isBefore = (list: { node?: string; at: number }) =>
			list.node === node && list.at < (edit?.at ?? -Infinity);
		return this.network.listed.findLast(isBefore)?.at ?? -Infinity;
	};

	/** The first list that a trigger has recorded since then. */
	recordAt = (node: string, { at, account }: Pick<Point, 'at' | 'account'>) =>
		this.network.listed.find(
			(list) => list.node === node && list.account === account && list.at >= at && list.isWhole,
		);

	/** The service delivers events. */
	notify(events: Event[], via: string): void {
		for (const event of events) {
			const { webhooks } = event.story.account.service;
			for (const { url } of webhooks.subscribedTo(event.kind)) {
				const delivery = { event, url };
				if (via !== 'never') this.deliveries.push(delivery);
				if (via === 'now' || via === 'twice') this.send(delivery);
				if (via === 'twice') this.send(delivery);
			}
		}
	}

	/** One of them, late or again; all of them without a number. */
	redeliver(which?: number): void {
		const { length } = this.deliveries;
		const isChosen = (nth: number) => which === undefined || nth === which % length;
		for (const [nth, delivery] of this.deliveries.entries()) if (isChosen(nth)) this.send(delivery);
	}

	/** Somebody knows the URL, with or without its secret. */
	forge(which: number, count: number): void {
		const { stories, service } = this.account;
		this.forgedAt = currentTime();
		const known = stories[which % stories.length]!.key;
		const keys = Array.from({ length: count }, (_, made) => `forged-${currentTime()}-${made}`);
		const data = { status: 'CANCELED', start_date: '2030-01-01T00:00:00Z' };
		for (const { url } of service.webhooks.list()) {
			for (const appointment_key of count === 0 ? [known] : keys) {
				const body = { event: KINDS[which % 3], data: { ...data, appointment_key } };
				void this.n8n.deliver(which % 4 === 0 ? url.split('?')[0]! : url, body);
			}
		}
	}

	private send({ event, url }: Delivery): void {
		const { versions, account } = event.story;
		if (!account.service.webhooks.list().some((webhook) => webhook.url === url)) return;
		const arrival: Arrival = {
			event,
			version: versions.at(-1)!,
			at: currentTime(),
			isJudged: false,
		};
		this.arrivals.push(arrival);
		void this.n8n.deliver(url, event.body).then((status) => (arrival.status = status));
	}

	/** From now on, a trigger knows nothing. */
	private begin(node: string, isSure = true): void {
		(this.points[node] ??= []).push({ at: currentTime(), account: this.account, isSure });
	}

	private async activated(work: Promise<void>): Promise<void> {
		this.trouble(Infinity);
		await passUntil(work, LONGEST);
		if (this.n8n.isPublished && this.n8n.isRunning) this.endTroubles();
	}

	/** As people have set them. */
	private triggers(): TriggerNode[] {
		const { events, check, status, calendar: value, polled: event } = this.options;
		const calendar = { __rl: true, mode: 'key', value: value && keyOf(value) };
		const options = value ? { calendar } : {};
		const filters = { ...options, ...(status.length > 0 && { status }) };
		const webhook = { events, runFor: 'changes', check, options };
		const { triggers } = this.around;
		const both: TriggerNode[] = [
			{ name: 'Webhook', className: 'AppointmentSchedulingTrigger', parameters: webhook },
			{
				name: POLLING,
				className: 'AppointmentSchedulingPollingTrigger',
				parameters: { event, filters },
			},
		];
		if (triggers === 'both') return both;
		return triggers === 'webhook' ? both.slice(0, 1) : both.slice(1);
	}
}
