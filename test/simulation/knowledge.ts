import type { IDataObject } from 'n8n-workflow';

import { versionAt, type Version } from './account';
import { MINUTE } from './clock';
import { isAcknowledged, type Arrival } from './facts';
import { tells, type Said } from './said';
import type { Listed } from './service';
import type { Subject } from './subject';

/** A list may lag so long. */
export const LAG_MS = MINUTE;

/** Whether it says how an appointment is. */
const isWholeState = ({ start_date, status }: IDataObject): boolean =>
	start_date !== undefined && status !== undefined;

/** What a trigger may know of an appointment by the promises of the documentation: any version from one to the other. */
export class Known {
	from = -1;
	to = -1;
	/** The latest version that a delivery did not describe, if no list has since; -1 for none. */
	blank = -1;
	/** The version that was recorded or that a run has ended about, even if that is not saved; -1 for none. */
	settled = -1;

	/**
	 * @param recorded the first list; none for a trigger that does not read lists
	 * @param below only versions before this one count
	 */
	constructor(
		private readonly subject: Subject,
		private readonly at: number,
		private readonly below: number,
		recorded?: Listed,
	) {
		if (recorded) this.record(recorded);
		const lists = subject.lists(at).filter((list) => recorded && list.at >= recorded.at);
		const runs = subject.said.filter(({ execution }) => execution.createdAt <= at);
		const events = [
			...lists.map((list) => ({ at: list.endedAt, learn: () => this.learnListed(list) })),
			...subject.arrivals(at).map((one) => ({ at: one.at, learn: () => this.learnFrom(one) })),
			...runs.map((one) => ({ at: one.execution.createdAt, learn: () => this.learnRun(one) })),
		];
		for (const event of events.sort((one, other) => one.at - other.at)) event.learn();
	}

	/** It may also not know it at all. */
	get isUnknown(): boolean {
		return this.from < 0;
	}

	/** The states that it may know, without those that are as late as a version. */
	possible(before: number): Array<Version | undefined> {
		const from = this.blank >= 0 ? 0 : Math.max(0, this.from);
		const versions = this.subject.appointment.versions.slice(from, Math.min(this.to + 1, before));
		return [...(this.isUnknown ? [undefined] : []), ...versions];
	}

	private learn(version: Version | undefined, isCertain: boolean): void {
		if (!version || version.number >= this.below) return;
		this.to = Math.max(this.to, version.number);
		if (isCertain) this.from = Math.max(this.from, version.number);
	}

	/** What happens between the publication and the first list may be recorded or reported. */
	private record(list: Listed): void {
		const { appointment, said, since } = this.subject;
		const first = this.subject.shown(list);
		if (!first) return;
		const heard = [
			...this.subject.arrivals(list.endedAt),
			...said.filter((one) => one.at <= list.endedAt),
		];
		// The list may not show it yet.
		const isJustHeard = heard.some((one) => one.at > list.at - LAG_MS - this.skewMs);
		const published = versionAt(appointment, Math.max(since, this.subject.accountSince(this.at)));
		if (published) this.learn(published.number < first.number ? published : first, !isJustHeard);
		this.learn(first, false);
		this.settled = first.number;
	}

	private learnFrom(arrival: Arrival): void {
		const { data, version, appointment } = arrival.delivery.event;
		this.learn(version, false);
		if (arrival.options.verify) this.learn(versionAt(appointment, arrival.endedAt), false);
		if (!isWholeState(data)) this.blank = Math.max(this.blank, version.number);
		else if (this.isKept(arrival)) this.learn(version, true);
	}

	private learnRun(said: Said): void {
		const { number } = said.version;
		this.learn(said.version, this.subject.counts(said, this.at));
		if (said.execution.status === 'success') this.settled = Math.max(this.settled, number);
		if (!isWholeState(said.item.data as IDataObject)) this.blank = Math.max(this.blank, number);
	}

	private learnListed(list: Listed): void {
		const { subject, below } = this;
		const version = subject.shown(list);
		if (version && subject.skips(version, this.isUnknown)) return;
		// What requests about one appointment show may be newer.
		for (const moment of [list.viewAt, list.endedAt]) {
			this.learn(versionAt(subject.appointment, moment), false);
		}
		if (!version || version.number >= below) return;
		const isYoung = Math.min(list.at, list.viewAt) - LAG_MS < version.at + this.skewMs;
		const report = subject.report(list.at);
		const needsRun = this.possible(version.number).some((former) => report(former, version));
		const isUncertain = (isYoung && !subject.isPolled) || subject.isForgotten(list, this.at);
		if (needsRun || isUncertain || !list.isCalm) return;
		this.learn(version, true);
		if (version.number >= this.blank) this.blank = -1;
	}

	/** By how much the clocks of the service and of n8n, and the times of events, may differ. */
	private get skewMs(): number {
		const { around, facts } = this.subject.world;
		const { timestamps, hasDate, aheadMs } = around.dialect;
		if (timestamps === 'days ahead') return Infinity;
		return hasDate && facts.clockEdits.length === 0 ? 0 : Math.abs(aheadMs) + 10 * MINUTE;
	}

	/** Whether what a delivery says is known although it has started no run. */
	private isKept(arrival: Arrival): boolean {
		const { subject, at } = this;
		const { node, endedAt, options, delivery } = arrival;
		const { around, facts, workflow, accounts } = subject.world;
		// With Verify, a response alone does not say that the API has shown it.
		const isUncertain = options.verify || around.hasWorkers || endedAt > at;
		if (isUncertain || !isAcknowledged(arrival)) return false;
		// What has started a run is known if that counts, also what a check has found.
		const hasStarted = workflow
			.started(node, (json) => tells(json, delivery.event, accounts))
			.some(({ createdAt }) => createdAt <= endedAt);
		const lists = subject.lists(at).filter((list) => list.at > endedAt);
		const isSaved = lists.some((list) => !subject.isForgotten(list, at));
		return !hasStarted && (isSaved || !facts.isKilledBetween(arrival.at, at));
	}
}
