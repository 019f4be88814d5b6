import type { IDataObject } from 'n8n-workflow';
import axios from 'axios';

import { defaultCredentials } from '../unit/support/engine/installedNode';
import { Account, versionAt, type Event, type Version } from './account';
import { KINDS, type AccountName, type Circumstances, type Options } from './circumstances';
import { currentTime, HOUR, MINUTE, passUntil, setClock, startClock } from './clock';
import { N8n } from './n8n';
import { Service } from './service';
import type { Via } from './steps';
import { StoredWorkflow, type TriggerNode } from './workflow';

/** An event on its way to one URL. */
export interface Delivery {
	event: Event;
	url: string;
	node: string;
	isLost: boolean;
	isAcknowledged: boolean;
}

/** One attempt to deliver an event. */
export interface Arrival {
	delivery: Delivery;
	at: number;
	/** What the appointment was like. */
	version: Version;
	status: number | undefined;
	isJudged: boolean;
}

/** The name of the polling trigger in the workflow. */
export const POLLING = 'Polling';
/** A part of those of the page, which says that known appointments come first. */
const UNKNOWN_LOOKS_A_MINUTE = 180;
/** Longer than n8n takes to publish, with all its attempts. */
const LONGEST = 2 * HOUR;
/** Of the workflow, whose zone must not matter. */
const ZONE = 'Australia/Lord_Howe';
const INTERVALS = { everyMinute: MINUTE, every5Minutes: 5 * MINUTE, hourly: HOUR };

const hostOf = (name: AccountName) => (name === 'C' ? 'other.example' : 'scheduling.example');

/** The service, n8n and the people who use both, in one seeded history, and what has happened in it. */
export class World {
	readonly service = new Service();
	readonly n8n: N8n;
	readonly workflow: StoredWorkflow;
	readonly deliveries: Delivery[] = [];
	readonly arrivals: Arrival[] = [];
	/** From when until when looks at what a stranger has sent may delay others. */
	readonly floods: Array<{ from: number; until: number }> = [];
	/** When something did not work, or was edited. */
	readonly troubles: Array<{ from: number; until: number }> = [];
	/** When the token was narrowed. */
	readonly narrows: Array<{ from: number; until: number }> = [];
	/** When n8n was killed or stopped, and when it began or published. */
	readonly stops: number[] = [];
	readonly starts: number[] = [];
	/** Since when a trigger knows nothing, by its name; `isSure` unless a kill has left that open. */
	readonly points = new Map<string, Array<{ at: number; isSure: boolean }>>();
	/** When a new version was published. */
	readonly versions: number[] = [];
	readonly edits: Array<{ at: number; options: Options }> = [];
	readonly credentials: Array<{ at: number; account: Account | undefined }> = [];
	isZoneWrong: boolean;
	optionsNow: Options;
	accountNow: Account;
	isTokenValid = true;
	private name: AccountName | undefined;
	private readonly accountsByName: Record<AccountName, Account>;

	constructor(readonly around: Circumstances) {
		startClock(around.begin, around.seed);
		const [a, b, c] = ['a', 'b', 'c'].map((name) => new Account(name, around.dialect));
		this.accountsByName = { A: a!, A2: a!, B: b!, C: c!, none: a! };
		for (const name of ['A', 'A2', 'B', 'C'] as const) {
			this.service.accounts.set(`${hostOf(name)} token-${name}`, this.accountsByName[name]);
		}
		axios.defaults.adapter = async (config) => await this.service.send(config);
		this.accountNow = a!;
		this.optionsNow = around.options;
		// With a wrong zone, such starts are two different ones.
		const wrongZone = around.dialect.dates === 'mixedUtc' ? undefined : around.wrongZone;
		this.isZoneWrong = wrongZone !== undefined;
		const timezone = wrongZone ?? around.dialect.zone;
		const credential = { ...defaultCredentials, id: '1', timezone };
		this.workflow = new StoredWorkflow(this.triggers(), credential, ZONE);
		this.choose('A');
		Object.assign(this.workflow.weather, { workMs: around.workMs, hasCode: around.hasCode });
		this.n8n = new N8n(this.workflow, around);
	}

	get accounts(): Account[] {
		const { A, B, C } = this.accountsByName;
		return [A, B, C];
	}

	/** ms between two checks or polls. */
	intervalOf = (node: string): number =>
		node === POLLING ? this.around.pollMs : INTERVALS[this.optionsNow.check];

	/** Something does not work, until then. */
	trouble(until = currentTime()): void {
		this.troubles.push({ from: currentTime(), until });
	}

	isCalm = (from: number, to: number): boolean =>
		!this.troubles.some((one) => one.from <= to && one.until >= from);

	/** Somebody edits the credential. */
	choose(name: AccountName): void {
		this.trouble();
		this.accountNow = this.accountsByName[name];
		this.isTokenValid = name !== 'none';
		if (name !== this.name) this.credentials.push({ at: currentTime(), account: this.accountNow });
		this.name = name;
		const edited = { baseUrl: `https://${hostOf(name)}`, accessToken: `token-${name}` };
		Object.assign(this.workflow.credential, edited);
	}

	setZone(timezone: string): void {
		if (this.around.dialect.dates === 'mixedUtc') return;
		this.trouble();
		this.isZoneWrong = true;
		this.workflow.credential.timezone = timezone;
	}

	setClock(ms: number): void {
		this.trouble();
		setClock(ms);
	}

	/** A new version, if there is one. */
	async republish(): Promise<void> {
		if (this.n8n.isPublished) await this.publish();
	}

	async publish(): Promise<void> {
		if (!this.n8n.isRunning) return;
		if (this.n8n.isPublished) this.versions.push(currentTime());
		const before = this.edits.at(-1)?.options;
		const isNew = !this.n8n.isPublished;
		const choice = ({ polled, status, calendar }: Options) =>
			JSON.stringify([polled, status, calendar]);
		for (const { name } of this.workflow.nodes) {
			const isFirst = !before || choice(before) !== choice(this.optionsNow);
			if (name === POLLING ? isFirst : isNew) this.forget(name);
		}
		if (JSON.stringify(before) !== JSON.stringify(this.optionsNow)) {
			this.edits.push({ at: currentTime(), options: this.optionsNow });
		}
		await this.activated(this.n8n.publish(this.triggers()));
	}

	async unpublish(): Promise<void> {
		this.trouble();
		await passUntil(this.n8n.unpublish(), LONGEST);
		this.trouble();
	}

	/** In order. */
	async stop(): Promise<void> {
		this.stopped();
		await passUntil(this.n8n.stop(), LONGEST);
		this.stopped();
	}

	kill(): void {
		this.stopped();
		this.n8n.kill();
	}

	async changeLeader(): Promise<void> {
		this.stopped();
		await this.activated(this.n8n.changeLeader());
	}

	async start(): Promise<void> {
		await this.activated(this.n8n.start());
	}

	/** The service delivers events. */
	notify(events: Event[], via: Via): void {
		for (const event of events) {
			for (const { url, events: kinds } of event.appointment.account.webhooks) {
				if (!kinds.includes(event.kind)) continue;
				const node = url.includes('Second') ? 'Second' : 'Webhook';
				const delivery = { event, url, node, isLost: via === 'never', isAcknowledged: false };
				this.deliveries.push(delivery);
				if (via === 'now' || via === 'twice') this.send(delivery);
				if (via === 'twice') this.send(delivery);
			}
		}
	}

	redeliver(): void {
		for (const delivery of this.deliveries) {
			if (!delivery.isLost && !delivery.isAcknowledged) this.send(delivery);
		}
	}

	send(delivery: Delivery | undefined): void {
		if (!delivery) return;
		const { appointment, body } = delivery.event;
		if (!appointment.account.webhooks.some(({ url }) => url === delivery.url)) return;
		const at = currentTime();
		const version = versionAt(appointment, at)!;
		const arrival: Arrival = { delivery, at, version, status: undefined, isJudged: false };
		this.arrivals.push(arrival);
		void this.n8n.deliver(delivery.url, body).then((status) => {
			arrival.status = status;
			delivery.isAcknowledged ||= status === 200;
		});
	}

	/** A stranger knows the URL, but not its secret. */
	forge(which: number, count: number): void {
		const { webhooks, appointments } = this.accountNow;
		const before = Math.max(currentTime(), this.floods.at(-1)?.until ?? 0);
		const longest = (4 * count * MINUTE) / UNKNOWN_LOOKS_A_MINUTE;
		this.floods.push({ from: currentTime(), until: before + longest + 3 * MINUTE });
		const known = [...appointments.keys()][which % appointments.size] ?? 'a';
		const keys = count === 0 ? [known, known.toUpperCase()] : [];
		for (let made = 0; made < count; made += 1) keys.push(`forged-${this.floods.length}-${made}`);
		const data = { status: 'FORGED', start_date: '2030-01-01T00:00:00Z', search_code: 'X' };
		for (const { url } of webhooks) {
			for (const appointment_key of keys) {
				const event = KINDS[(which + keys.length) % 3];
				const body = {
					event,
					timestamp: new Date().toISOString(),
					data: { ...data, appointment_key },
				};
				void this.n8n.deliver(url.split('?')[0]!, body as IDataObject);
			}
		}
	}

	private forget(node: string, isSure = true): void {
		this.points.set(node, [...(this.points.get(node) ?? []), { at: currentTime(), isSure }]);
	}

	/** What was recorded first may not be saved yet. */
	private stopped(): void {
		const now = currentTime();
		this.troubles.push({ from: now, until: Infinity });
		this.stops.push(now);
		for (const [node, points] of this.points) {
			const list = this.service.listed.find(
				(one) => one.node === node && one.at >= points.at(-1)!.at,
			);
			if (!list || list.endedAt > now - 15_000) this.forget(node, false);
		}
	}

	private async activated(work: Promise<void>): Promise<void> {
		this.trouble();
		this.starts.push(currentTime());
		await passUntil(work, LONGEST);
		this.starts.push(currentTime());
		for (const trouble of this.troubles) trouble.until = Math.min(trouble.until, currentTime());
		this.trouble(Math.max(this.service.faultNow?.until ?? 0, this.workflow.weather.refusesUntil));
		if (!this.n8n.isRunning) this.troubles.push({ from: currentTime(), until: Infinity });
	}

	/** As people have set them. */
	private triggers(): TriggerNode[] {
		const { events, check, onlyWhenChanged, status, ...options } = this.optionsNow;
		const calendar = { __rl: true, mode: 'key', value: options.calendar };
		const filters = {
			...(status.length > 0 && { status }),
			...(options.calendar && { calendar }),
		};
		const webhook = {
			events,
			runFor: 'changes',
			check,
			options: {
				...filters,
				urlSecret: options.urlSecret,
				...(onlyWhenChanged.length > 0 && { onlyWhenChanged }),
			},
		};
		const hours = options.moreLeadTimes.map((leadTime) => ({ leadTime, leadTimeUnit: 'hours' }));
		const polling = {
			event: options.polled,
			leadTime: 24,
			leadTimeUnit: 'hours',
			moreLeadTimes: { leadTimes: hours },
			filters,
			options: { skipShortNotice: options.skipShortNotice },
		};
		const { triggers } = this.around;
		const named = (name: string, className: string, parameters: TriggerNode['parameters']) => ({
			name,
			className,
			parameters,
		});
		const own = (name: string) => named(name, 'AppointmentSchedulingTrigger', webhook);
		return [
			...(triggers === 'polling' ? [] : [own('Webhook')]),
			...(triggers === 'two webhooks' ? [own('Second')] : []),
			...(triggers.includes('polling')
				? [named(POLLING, 'AppointmentSchedulingPollingTrigger', polling)]
				: []),
		];
	}
}
