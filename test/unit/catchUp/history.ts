import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { itemFor } from '../../../nodes/AppointmentScheduling/catchUp/item';
import { CatchUp, GRACE_MS } from '../../../nodes/AppointmentScheduling/catchUp/check';
import type { Difference } from '../../../nodes/AppointmentScheduling/catchUp/differences';
import { isChange } from '../../../nodes/AppointmentScheduling/deliveries/checks/changed';
import type { Delivery } from '../../../nodes/AppointmentScheduling/deliveries/delivery';
import type { Notification } from '../../../nodes/AppointmentScheduling/deliveries/notification';
import { isFirst } from '../../../nodes/AppointmentScheduling/deliveries/once/first';
import { memoryOf } from '../../../nodes/AppointmentScheduling/deliveries/once/memory';
import { itemOf } from '../../../nodes/AppointmentScheduling/deliveries/receive';
import { start } from '../../../nodes/AppointmentScheduling/deliveries/start';
import type { TriggerSettings } from '../../../nodes/AppointmentScheduling/trigger/settings';
import { seenOf, type Seen } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import { watchOf } from '../../../nodes/AppointmentScheduling/watching/watch';
import { CANCELED, CREATED, UPDATED } from '../deliveries/support';

/** What a service delivers besides the key, of other kinds than creations. */
export type Data = 'whole' | 'changed' | 'none';

/** What happens; a number chooses among several. */
export type Step =
	| { do: 'book' }
	| { do: 'move' | 'mark' | 'cancel'; which: number }
	/** Delivers one of the notifications so far: on time, late, or again; with all data, what changed, or the key alone. */
	| { do: 'deliver'; which: number; data: Data }
	/** n8n starts runs some time after it has taken them. */
	| { do: 'startRuns' | 'endRuns' | 'check' | 'kill' };

const which = fc.nat(50);
export const steps = fc.array(
	fc.oneof(
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'book' }) },
		{ weight: 4, arbitrary: fc.record({ do: fc.constantFrom('move', 'mark', 'cancel'), which }) },
		{
			weight: 6,
			arbitrary: fc.record({
				do: fc.constant('deliver' as const),
				which,
				data: fc.constant<Data>('whole'),
			}),
		},
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'startRuns' }) },
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'endRuns' }) },
		{ weight: 4, arbitrary: fc.constant<Step>({ do: 'check' }) },
		fc.constant<Step>({ do: 'kill' }),
	),
	{ minLength: 5, maxLength: 40 },
) as fc.Arbitrary<Step[]>;

const settings = {
	events: [CREATED, UPDATED, CANCELED],
	deduplicate: true,
	filter: { calendar: undefined, statuses: [] },
	onlyWhenChanged: [],
} as unknown as TriggerSettings;

const NODE = 'trigger';
const MARKS = ['ATTENDED', 'NO_SHOW', 'PENDING', 'CONFIRMED'];

interface Run {
	key: string;
	seen: Seen;
	lostByKill: boolean;
	isCaughtUp: boolean;
	/** Whether the last change, and all changes, had been delivered when it was caught up. */
	lastDelivered?: boolean;
	allDelivered?: boolean;
	/** When the event happened, or the check was made, in ms. */
	at: number;
}

/** What n8n has taken and not started. */
interface Taken {
	item: INodeExecutionData;
	run: Run;
	difference?: Difference;
}

let processes = 0;

/** A service, a trigger with Catch Up, and n8n's database between them. */
export class History {
	readonly appointments = new Map<string, IDataObject>();
	private readonly notifications: Array<Notification & { changed: string[] }> = [];
	private readonly delivered = new Set<Notification>();
	/** In the order in which n8n took them. */
	private readonly all: Taken[] = [];
	private readonly started = new Set<Run>();
	private database: IDataObject = {};
	private workflowId = '';
	private catchUp!: CatchUp;
	private taken: Taken[] = [];
	private inProgress: Array<Taken & { staticData: IDataObject }> = [];
	private clock = Date.parse('2026-11-21T10:00:00Z');

	constructor() {
		this.startProcess();
		this.catchUp.record([], 'utc');
		this.database = { watched: this.watch.toStored() };
	}

	async take(step: Step): Promise<void> {
		this.clock += 1_000;
		switch (step.do) {
			case 'book': {
				const appointment_key = `k${this.appointments.size}`;
				const data = { appointment_key, status: 'CONFIRMED', start_date: this.time(3_600_000) };
				return this.change(CREATED, data);
			}
			case 'move':
				return this.edit(step.which, UPDATED, { start_date: this.time(7_200_000) });
			case 'mark':
				return this.edit(step.which, UPDATED, { status: MARKS[step.which % MARKS.length] });
			case 'cancel':
				return this.edit(step.which, CANCELED, { status: 'CANCELED' });
			case 'deliver':
				return await this.deliver(
					this.notifications[step.which % this.notifications.length],
					step.data,
				);
			case 'startRuns':
				return await this.startRuns();
			case 'endRuns':
				return this.endRuns();
			case 'check':
				return this.check();
			case 'kill':
				return this.kill();
		}
	}

	/** Nothing more happens; checks go on. */
	async end(): Promise<void> {
		for (let time = 0; time < 4; time += 1) {
			await this.startRuns();
			this.endRuns();
			this.check();
		}
	}

	stateOf(key: string): Seen {
		return seenOf(this.appointments.get(key) ?? {}, 'utc');
	}

	get runs(): Run[] {
		return this.all.map(({ run }) => run).filter((run) => this.started.has(run));
	}

	private get watch() {
		return watchOf(this.workflowId, NODE);
	}

	private get memory() {
		return memoryOf(this.workflowId, NODE);
	}

	private startProcess(): void {
		processes += 1;
		this.workflowId = `process ${processes}`;
		this.memory.adopt(this.database.deliveries);
		this.watch.adopt(this.database.watched);
		this.catchUp = new CatchUp(this.watch, settings);
	}

	private time(later = 0): string {
		return new Date(Math.floor((this.clock + later * 60) / 60_000) * 60_000).toISOString();
	}

	private edit(at: number, event: string, change: IDataObject): void {
		const keys = [...this.appointments.keys()];
		const data = this.appointments.get(keys[at % Math.max(1, keys.length)] ?? '');
		if (!data || Object.entries(change).every(([name, value]) => data[name] === value)) return;
		const isCanceled = data.status === 'CANCELED';
		const kind = isCanceled && event === CANCELED ? UPDATED : event;
		this.change(kind, { ...data, ...change }, Object.keys(change));
	}

	private change(event: string, data: IDataObject, changed: string[] = []): void {
		this.appointments.set(String(data.appointment_key), data);
		const timestamp = new Date(this.clock).toISOString();
		this.notifications.push({ event, timestamp, data, changed });
	}

	private async deliver(
		event: (Notification & { changed: string[] }) | undefined,
		content: Data,
	): Promise<void> {
		if (!event) return;
		this.delivered.add(event);
		const { changed, ...whole } = event;
		const names = ['appointment_key', ...(content === 'changed' ? changed : [])];
		const kept = Object.entries(whole.data ?? {}).filter(([name]) => names.includes(name));
		const isWhole = content === 'whole' || whole.event === CREATED;
		const notification = isWhole ? whole : { ...whole, data: Object.fromEntries(kept) };
		let delivery = {
			settings,
			notification,
			memory: this.memory,
			watch: this.watch,
			isTest: false,
			timeLeft: () => 0,
			zone: async () => await Promise.resolve('utc'),
			persist: () => undefined,
			forWorker: () => undefined,
		} as unknown as Delivery;
		for (const check of [isFirst, isChange]) {
			const answer = await check(delivery);
			if ('verdict' in answer) return delivery.settle?.(false);
			delivery = answer;
		}
		delivery.settle?.(true);
		const data = notification.data ?? {};
		const key = String(data.appointment_key);
		const seen = delivery.appointment?.seen ?? seenOf(data, 'utc');
		const at = Date.parse(String(notification.timestamp));
		const run = { key, seen, at, isCaughtUp: false, lostByKill: false };
		this.takeIn({ item: itemOf(delivery), run });
	}

	private takeIn(taken: Taken): void {
		this.all.push(taken);
		this.taken.push(taken);
	}

	/** The code of `execute()`, in whatever order n8n comes to the runs. */
	private async startRuns(): Promise<void> {
		for (const taken of this.taken.splice(0).reverse()) {
			const staticData = structuredClone(this.database);
			const [items] = await start({
				getInputData: () => [taken.item],
				getMode: () => 'trigger',
				getWorkflow: () => ({ id: this.workflowId }),
				getNode: () => ({ id: NODE }),
				getWorkflowStaticData: () => staticData,
			} as unknown as IExecuteFunctions);
			if (items?.length === 1) this.started.add(taken.run);
			this.inProgress.push({ ...taken, staticData });
		}
	}

	private endRuns(): void {
		for (const { staticData, difference } of this.inProgress.splice(0)) {
			this.database = JSON.parse(JSON.stringify(staticData)) as IDataObject;
			if (difference) this.catchUp.settle(difference, true);
		}
	}

	/** One of those that are made again and again, a grace period apart. */
	private check(): void {
		const listedAt = this.clock;
		for (const difference of this.catchUp.due([...this.appointments.values()], 'utc', this.clock)) {
			const { key, seen } = difference;
			const events = this.notifications.filter(({ data }) => data?.appointment_key === key);
			const isDelivered = events.map((event) => this.delivered.has(event));
			const run = {
				key,
				seen,
				at: listedAt,
				isCaughtUp: true,
				lastDelivered: isDelivered.at(-1) === true,
				allDelivered: isDelivered.every(Boolean),
				lostByKill: false,
			};
			this.catchUp.emit(difference, listedAt);
			this.takeIn({
				item: itemFor(difference, { zone: 'utc', listedAt }, undefined),
				run,
				difference,
			});
		}
		this.clock += GRACE_MS;
	}

	private kill(): void {
		for (const { run } of this.inProgress.splice(0)) run.lostByKill = true;
		this.taken = [];
		this.startProcess();
	}
}
