import { CatchUp, GRACE_MS } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/catchUp';
import type { Difference } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/differences';
import { itemFor } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/catchUp/item';
import { isChange } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/changed';
import type { Delivery } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/delivery';
import { isFirst } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/first';
import { memoryOf } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/runs/memory';
import { itemOf } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/receive';
import type { TriggerSettings } from '../../../../../nodes/AppointmentScheduling/webhookTrigger/settings';
import { seenOf, type Seen } from '../../../../../nodes/AppointmentScheduling/watching/snapshot';
import { watchOf } from '../../../../../nodes/AppointmentScheduling/watching/watch';
import { CANCELED, CREATED, UPDATED } from '../../deliveries/support';
import { Bookings, notificationOf, type Event } from './bookings';
import { NODE, Runs, type Run } from './runs';
import type { Data, Step } from './steps';

const settings = {
	events: [CREATED, UPDATED, CANCELED],
	deduplicate: true,
	filter: { calendar: undefined, statuses: [] },
	onlyWhenChanged: [],
} as unknown as TriggerSettings;

let processes = 0;

/** A trigger with Catch Up between a service and n8n. */
export class History {
	private readonly bookings = new Bookings();
	private readonly n8n = new Runs();
	private readonly delivered = new Set<Event>();
	private workflowId = '';
	private catchUp!: CatchUp;
	private clock = Date.parse('2026-11-21T10:00:00Z');

	constructor() {
		this.startProcess();
		this.catchUp.record([], 'utc');
		this.n8n.database = { watched: this.watch.toStored() };
	}

	async take(step: Step): Promise<void> {
		this.clock += 1_000;
		switch (step.do) {
			case 'book':
				return this.bookings.book(this.clock);
			case 'move':
			case 'mark':
			case 'cancel':
				return this.bookings[step.do](this.clock, step.which);
			case 'deliver': {
				const { events } = this.bookings;
				return await this.deliver(events[step.which % events.length], step.data);
			}
			case 'startRuns':
				return await this.startRuns();
			case 'endRuns':
				return this.endRuns();
			case 'check':
				return this.check();
			case 'kill':
				this.n8n.kill();
				return this.startProcess();
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

	get appointments() {
		return this.bookings.appointments;
	}

	stateOf(key: string): Seen {
		return seenOf(this.appointments.get(key) ?? {}, 'utc');
	}

	get runs(): Run[] {
		return this.n8n.list;
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
		this.memory.adopt(this.n8n.database.deliveries);
		this.watch.adopt(this.n8n.database.watched);
		this.catchUp = new CatchUp(this.watch, settings);
	}

	private async deliver(event: Event | undefined, content: Data): Promise<void> {
		if (!event) return;
		this.delivered.add(event);
		const notification = notificationOf(event, content);
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
		this.n8n.take({ item: itemOf(delivery), run });
	}

	private async startRuns(): Promise<void> {
		await this.n8n.start(this.workflowId);
	}

	private endRuns(): void {
		this.n8n.end((difference) => this.catchUp.settle(difference, true));
	}

	/** One of those that are made again and again, a grace period apart. */
	private check(): void {
		const listedAt = this.clock;
		const due = this.catchUp.due([...this.appointments.values()], 'utc', listedAt);
		for (const difference of due) {
			const run = this.caughtUp(difference, listedAt);
			this.catchUp.emit(difference, listedAt);
			const item = itemFor(difference, { zone: 'utc', listedAt }, undefined);
			this.n8n.take({ item, run, difference });
		}
		this.clock += GRACE_MS;
	}

	private caughtUp({ key, seen }: Difference, at: number): Run {
		const isDelivered = this.bookings.eventsOf(key).map((event) => this.delivered.has(event));
		return {
			key,
			seen,
			at,
			isCaughtUp: true,
			lastDelivered: isDelivered.at(-1) === true,
			allDelivered: isDelivered.every(Boolean),
			lostByKill: false,
		};
	}
}
