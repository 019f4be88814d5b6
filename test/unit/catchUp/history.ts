import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { CatchUp, GRACE_MS } from '../../../nodes/AppointmentScheduling/catchUp/check';
import { isChange } from '../../../nodes/AppointmentScheduling/deliveries/checks/changed';
import type { Delivery } from '../../../nodes/AppointmentScheduling/deliveries/delivery';
import type { Notification } from '../../../nodes/AppointmentScheduling/deliveries/notification';
import { isFirst } from '../../../nodes/AppointmentScheduling/deliveries/once/first';
import { DeliveryMemory } from '../../../nodes/AppointmentScheduling/deliveries/once/memory';
import type { TriggerSettings } from '../../../nodes/AppointmentScheduling/trigger/settings';
import { seenOf, type Seen } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import { Watch } from '../../../nodes/AppointmentScheduling/watching/watch';
import { CANCELED, CREATED, UPDATED } from '../deliveries/support';

/** What happens; a number chooses among several. */
export type Step =
	| { do: 'book' }
	| { do: 'move' | 'mark' | 'cancel'; which: number }
	/** Delivers one of the notifications so far: on time, late, or again. */
	| { do: 'deliver'; which: number }
	| { do: 'endRuns' | 'check' | 'kill' };

const which = fc.nat(50);
export const steps = fc.array(
	fc.oneof(
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'book' }) },
		{ weight: 4, arbitrary: fc.record({ do: fc.constantFrom('move', 'mark', 'cancel'), which }) },
		{ weight: 6, arbitrary: fc.record({ do: fc.constant('deliver' as const), which }) },
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'endRuns' }) },
		{ weight: 3, arbitrary: fc.constant<Step>({ do: 'check' }) },
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

const MARKS = ['ATTENDED', 'NO_SHOW', 'PENDING', 'CONFIRMED'];

interface Run {
	key: string;
	seen: Seen;
	lostByKill: boolean;
	isCaughtUp: boolean;
	/** When the event happened, or the check was made, in ms. */
	at: number;
}

/** A service, a trigger with Catch Up, and n8n's database between them. */
export class History {
	readonly runs: Run[] = [];
	readonly appointments = new Map<string, IDataObject>();
	private readonly notifications: Notification[] = [];
	private database: { deliveries: string[]; watched: unknown };
	private watch = new Watch();
	private memory = new DeliveryMemory();
	private catchUp = new CatchUp(this.watch, settings);
	private inProgress: Array<{ run: Run; state: IDataObject }> = [];
	private clock = Date.parse('2026-11-21T10:00:00Z');

	constructor() {
		this.catchUp.record([], 'utc');
		this.database = { deliveries: [], watched: this.watch.toStored() };
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
				return await this.deliver(this.notifications[step.which % this.notifications.length]);
			case 'endRuns':
				return this.endRuns();
			case 'check':
				return this.check();
			case 'kill':
				return this.kill();
		}
	}

	/** Nothing more happens; checks go on. */
	end(): void {
		for (let time = 0; time < 3; time += 1) this.check();
		this.endRuns();
	}

	stateOf(key: string): Seen {
		return seenOf(this.appointments.get(key) ?? {}, 'utc');
	}

	private time(later = 0): string {
		return new Date(Math.floor((this.clock + later * 60) / 60_000) * 60_000).toISOString();
	}

	private edit(at: number, event: string, change: IDataObject): void {
		const keys = [...this.appointments.keys()];
		const data = this.appointments.get(keys[at % Math.max(1, keys.length)] ?? '');
		if (!data || Object.entries(change).every(([name, value]) => data[name] === value)) return;
		const isCanceled = data.status === 'CANCELED';
		this.change(isCanceled && event === CANCELED ? UPDATED : event, { ...data, ...change });
	}

	private change(event: string, data: IDataObject): void {
		this.appointments.set(String(data.appointment_key), data);
		this.notifications.push({ event, timestamp: new Date(this.clock).toISOString(), data });
	}

	private async deliver(notification: Notification | undefined): Promise<void> {
		if (!notification) return;
		let delivery = {
			settings,
			notification,
			memory: this.memory,
			watch: this.watch,
			isTest: false,
			timeLeft: () => 0,
			zone: async () => await Promise.resolve('utc'),
			persist: () => undefined,
		} as unknown as Delivery;
		for (const check of [isFirst, isChange]) {
			const answer = await check(delivery);
			if ('verdict' in answer) return delivery.settle?.(false);
			delivery = answer;
		}
		delivery.settle?.(true);
		const key = String(notification.data?.appointment_key);
		const seen = delivery.appointment?.seen ?? seenOf(notification.data ?? {}, 'utc');
		const state = delivery.appointment ? this.watch.atEnd(key, seen) : {};
		this.begin(
			{ key, seen, isCaughtUp: false, at: Date.parse(String(notification.timestamp)) },
			state,
		);
	}

	private begin(begun: Omit<Run, 'lostByKill'>, state: IDataObject): void {
		const run = { ...begun, lostByKill: false };
		this.runs.push(run);
		this.inProgress.push({ run, state });
	}

	private endRuns(): void {
		for (const { state } of this.inProgress.splice(0)) {
			const deliveries = [...this.memory.persisted];
			const watched = 'toJSON' in state ? JSON.parse(JSON.stringify(state)) : this.watch.toStored();
			this.database = { deliveries, watched };
		}
	}

	/** A check, and the one after the grace period. */
	private check(): void {
		for (let time = 0; time < 2; time += 1) {
			const due = this.catchUp.due([...this.appointments.values()], 'utc', this.clock);
			for (const difference of due) {
				const { key, seen } = difference;
				this.catchUp.emit(difference, this.clock);
				this.watch.begin(key, seen);
				const run = { key, seen, isCaughtUp: true, at: this.clock };
				this.begin(run, this.watch.atEnd(key, seen));
				this.endRuns();
				this.catchUp.settle(difference, true);
			}
			this.clock += GRACE_MS;
		}
	}

	private kill(): void {
		for (const { run } of this.inProgress.splice(0)) run.lostByKill = true;
		this.memory = new DeliveryMemory();
		this.memory.adopt(this.database.deliveries);
		this.watch = new Watch();
		this.watch.adopt(this.database.watched);
		this.catchUp = new CatchUp(this.watch, settings);
	}
}
