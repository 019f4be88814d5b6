import type { IDataObject } from 'n8n-workflow';

import { isCanceled, type Appointment, type Version } from './account';
import { currentTime, DAY, HOUR, MINUTE } from './clock';
import { Epoch } from './epoch';
import type { Oracle } from './oracle';
import { isFormer, storyOf, time } from './said';
import { passes } from './heard';
import type { World } from './world';

const LEAD_MS = DAY;
/** What has begun is announced for so long at most. */
const LATE_MS = HOUR;
const OVER = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

interface Polled {
	event: string;
	appointment: Appointment;
	version: Version;
	previous: IDataObject | undefined;
	at: number;
}

/** What must hold for the polling trigger. */
export class PollingRules {
	private all: Polled[] = [];
	private seen = 0;
	private readonly epoch: Epoch;
	private choice = '';

	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
	) {
		this.epoch = new Epoch(world, oracle);
	}

	begin(): void {
		this.edited();
	}

	changed(): void {
		const before = this.epoch.since;
		this.epoch.change();
		if (this.epoch.since !== before) this.all = [];
	}

	/** With another event or filter, the next poll only records. A reminder that was sent counts. */
	edited(): void {
		const { polled, status, calendar } = this.world.optionsNow;
		const choice = JSON.stringify(polled === 'startsSoon' ? polled : [polled, status, calendar]);
		if (choice === this.choice) return;
		this.choice = choice;
		this.epoch.begin();
		this.all = [];
	}

	observe(): void {
		const { runs } = this.world.workflow;
		for (; this.seen < runs.length; this.seen += 1) {
			const run = runs[this.seen]!;
			if (run.node !== 'Polling' || run.at < this.epoch.since) continue;
			const { event, data, previous } = run.item;
			const { appointment_key: key, revision } = data as IDataObject;
			const [appointment] = this.world.accounts.flatMap(
				({ appointments }) => appointments.get(String(key)) ?? [],
			);
			const version = appointment?.versions[Number(revision)];
			if (!appointment || !version) {
				this.oracle.breach('a poll lists what exists', JSON.stringify(run.item));
				continue;
			}
			const polled = {
				event: String(event),
				appointment,
				version,
				previous: previous as IDataObject | undefined,
				at: run.at,
			};
			this.judge(polled);
			this.all.push(polled);
		}
	}

	conclude(): void {
		const { optionsNow, accountNow } = this.world;
		if (this.world.workflow.nodes.every(({ name }) => name !== 'Polling')) return;
		if (this.hasLostItems) return;
		for (const appointment of accountNow.appointments.values()) {
			const now = appointment.versions.at(-1)!;
			const isListed = !appointment.isDeleted && now.start > currentTime() - DAY;
			const isHidden = this.world.around.dialect.hides && isCanceled(now.status);
			if (!isListed || isHidden || !passes(appointment, now, optionsNow)) continue;
			const said = this.all.filter((polled) => polled.appointment === appointment).at(-1);
			const isNew = appointment.versions[0]!.at > this.recordedAt;
			const known = said?.version ?? this.recordedBy(appointment);
			// What began a day before a change is forgotten.
			const isKnown = known && known.start > now.at - DAY;
			const isLost = {
				created: isNew && !said,
				rescheduled: isKnown && known.start !== now.start,
				statusChanged: isKnown && known.status !== now.status,
				startsSoon:
					!this.world.isMisread &&
					now.start > currentTime() &&
					now.start < this.lastPoll + LEAD_MS &&
					this.isAnnounced(now) &&
					said?.version.start !== now.start,
			}[optionsNow.polled];
			if (isLost) this.oracle.breach('a poll loses no change', storyOf(appointment));
		}
	}

	/** n8n could not start the runs about some items. */
	private get hasLostItems(): boolean {
		return this.world.workflow.lostItems > 0;
	}

	/** What the first poll has recorded. */
	private recordedBy(appointment: Appointment): Version | undefined {
		const version = appointment.versions.findLast(({ at }) => at <= this.recordedAt);
		if (this.epoch.isUnclear('Polling')) return undefined;
		if (!version || version.start < this.recordedAt - DAY) return undefined;
		const { dialect } = this.world.around;
		if (dialect.hides && isCanceled(version.status)) return undefined;
		return passes(appointment, version, this.world.optionsNow) ? version : undefined;
	}

	private isAnnounced({ status }: Version): boolean {
		const isWanted = this.world.optionsNow.status.includes(status);
		return isWanted || (!isCanceled(status) && !OVER.includes(status));
	}

	private judge(polled: Polled): void {
		const { event, appointment, version, previous, at } = polled;
		const tell = (rule: string) =>
			this.oracle.breach(
				rule,
				`${event} ${version.number} at ${time(at)}, previous ${JSON.stringify(previous)}; ${storyOf(appointment)}`,
			);
		const own = this.all.filter((former) => former.appointment === appointment);
		const last = own.at(-1);
		const recorded = this.recordedBy(appointment);
		if (event === 'created') {
			if (last && last.version.start > version.at - DAY) tell('a poll reports once');
			if (recorded && recorded.start > version.at - DAY) tell('a poll reports only news');
		} else if (event === 'startsSoon') {
			const isSoon =
				version.start <= at + LEAD_MS && version.start > at - LATE_MS - 2 * this.pollMs;
			if (!this.isAnnounced(version) || (!isSoon && !this.world.isMisread))
				tell('a reminder is for what begins soon');
			if (own.some((former) => former.version.start === version.start)) tell('a poll reports once');
		} else {
			const field = event === 'rescheduled' ? 'start' : 'status';
			const known = last?.version ?? recorded;
			if (known && known.number >= version.number) tell('a poll reports once');
			const between = appointment.versions.slice(known?.number ?? 0, version.number);
			const former = between.filter((state) => previous && isFormer(previous, this.account, state));
			if (former.length === 0) tell('previous is a former state');
			else if (former.every((state) => state[field] === version[field])) {
				tell('a poll reports only news');
			}
		}
	}

	private get recordedAt(): number {
		return this.epoch.recordedAt('Polling');
	}

	private get account() {
		return this.world.accountNow;
	}

	/** When the latest one was at the earliest: on a busy machine, polls are late. */
	private get lastPoll(): number {
		return currentTime() - this.pollMs - 15 * MINUTE;
	}

	private get pollMs(): number {
		return this.world.around.pollMs;
	}
}
