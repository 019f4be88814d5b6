import type { IDataObject } from 'n8n-workflow';

import { latest, versionAt, type Account, type Appointment, type Version } from './account';
import { currentTime, DAY, HOUR, MINUTE } from './clock';
import { isAcknowledged, type Arrival } from './facts';
import { firstOf, isSame, tells, type Said } from './said';
import type { Listed } from './service';
import type { World } from './world';

/** A list may lag so long. */
const LAG_MS = MINUTE;
/** The account of before a change counts again when it comes back within a day. */
const KEPT_MS = [22 * HOUR, 26 * HOUR] as const;

/** What a trigger may know of an appointment: any version from one to the other. */
export interface Known {
	from: number;
	to: number;
	/** It may also not know it at all. */
	isUnknown: boolean;
	/** The latest version that a delivery did not describe, if no list has since; -1 for none. */
	blank: number;
	/** The version that was recorded or that a run has ended about, even if that is not saved; -1 for none. */
	settled: number;
}

/** The event that a difference makes a trigger report. Undefined for none. */
export type Report = (former: Version | undefined, now: Version) => string | undefined;

/** Where the story of one trigger and one appointment is told from. */
export interface Subject {
	node: string;
	account: Account;
	appointment: Appointment;
	said: Said[];
	report: (at: number) => Report;
	/** Whether a run tells the trigger that this is known. */
	counts: (said: Said, at: number) => boolean;
	/** Since when the trigger compares. */
	since: number;
	/** Whether what a list showed may be forgotten by then. */
	isForgotten: (list: Listed, at: number) => boolean;
	/** Whether the trigger waits for a list that cannot lag behind. */
	waits: boolean;
	/** Whether it leaves out what a list shows, because of its filters. */
	skips: (version: Version, known: Known) => boolean;
}

/** Whether it says how an appointment is. */
const isWholeState = ({ start_date, status }: IDataObject): boolean =>
	start_date !== undefined && status !== undefined;

/** What follows from the lists, deliveries and runs so far, as the documentation promises it. */
export class Knowledge {
	constructor(private readonly world: World) {}

	/**
	 * One entry for each list that may have been recorded; empty if there is none.
	 * @param below only versions before this one count
	 */
	of(subject: Subject, at: number, below = Infinity): Known[] {
		const lists = this.lists(subject, at);
		return this.recordings(subject, lists).map((list) => this.since(subject, list, at, below));
	}

	/** From deliveries and runs only, for a trigger that does not read lists. */
	withoutLists(subject: Subject, at: number, below: number): Known {
		return this.since(subject, undefined, at, below);
	}

	/** The first list of a trigger since it was published, or since it has another account. */
	private recordings({ account, since, isForgotten }: Subject, lists: Listed[]): Listed[] {
		let first: Listed[] = [];
		let left: number | undefined;
		const others = new Set<Account>();
		const { facts, service } = this.world;
		for (const { account: owner, from, to } of facts.periods) {
			if (owner !== account) {
				const isListed = service.listed.some(
					(list) => list.account === owner && list.at >= from && list.at < to,
				);
				if (!isListed || first.length === 0) continue;
				left ??= from;
				others.add(owner);
				continue;
			}
			const own = lists.filter((list) => list.at >= Math.max(from, since) && list.at < to);
			const [begin] = own;
			if (!begin) continue;
			const awayMs = left === undefined ? 0 : begin.at - left;
			if (awayMs > KEPT_MS[1]) first = [];
			// Only the latest of several former accounts is kept.
			if (first.length === 0 || awayMs > KEPT_MS[0] || others.size > 1) first.push(begin);
			left = undefined;
			others.clear();
			// It may have been forgotten before it was saved.
			const again = own.find((list) => list.at > begin.at);
			if (again && isForgotten(begin, again.at)) first.push(again);
		}
		return first;
	}

	/** Since when the credential has the account. */
	private accountSince({ account }: Subject, at: number): number {
		const { periods } = this.world.facts;
		return periods.findLast((period) => period.account === account && period.from <= at)?.from ?? 0;
	}

	/** The successful lists of a trigger, in their order. */
	lists({ node, account, since }: Subject, at: number): Listed[] {
		return this.world.service.listed.filter(
			(list) =>
				list.node === node && list.account === account && list.at >= since && list.endedAt <= at,
		);
	}

	/** The version that a list shows. */
	shown(
		{ appointment }: Subject,
		{ viewAt, at, account: { dialect } }: Listed,
	): Version | undefined {
		const version = versionAt(appointment, viewAt);
		if (!version || appointment.deletedAt <= viewAt) return undefined;
		if (dialect.hides !== 'nothing' && version.status.startsWith('CANCELED')) return undefined;
		return version.start >= at - DAY + this.zonesMs ? version : undefined;
	}

	/** A start without an offset may be read in a wrong zone. */
	get zonesMs(): number {
		return this.world.isMisread ? 27 * HOUR : HOUR / 2;
	}

	private since(subject: Subject, recorded: Listed | undefined, at: number, below: number): Known {
		const { appointment, said, counts, report, isForgotten, waits, skips } = subject;
		const first = recorded && this.shown(subject, recorded);
		const known = { from: -1, to: -1, isUnknown: true, blank: -1, settled: -1 };
		const learn = (version: Version | undefined, isCertain: boolean) => {
			if (!version || version.number >= below) return;
			known.to = Math.max(known.to, version.number);
			if (isCertain) known.from = Math.max(known.from, version.number);
		};
		// What happens between the publication and the first list may be recorded or reported.
		const since = Math.max(subject.since, this.accountSince(subject, at));
		const published = first && versionAt(appointment, since);
		if (first && published) {
			const isCertain = !this.isJustHeard(subject, recorded);
			learn(published.number < first.number ? published : first, isCertain);
		}
		learn(first, false);
		known.settled = first?.number ?? -1;
		const learnFrom = (arrival: Arrival) => {
			const { data, version } = arrival.delivery.event;
			learn(version, false);
			if (arrival.options.verify) learn(versionAt(appointment, arrival.endedAt), false);
			if (!isWholeState(data)) known.blank = Math.max(known.blank, version.number);
			else if (this.isKept(subject, arrival, at)) learn(version, true);
		};
		const learnRun = (one: Said) => {
			const { version, execution, item } = one;
			learn(version, counts(one, at));
			if (execution.status === 'success') known.settled = Math.max(known.settled, version.number);
			if (isWholeState(item.data as IDataObject)) return;
			known.blank = Math.max(known.blank, version.number);
		};
		const learnListed = (list: Listed) => {
			const version = this.shown(subject, list);
			if (version && skips(version, known)) return;
			// What requests about one appointment show may be newer.
			for (const moment of [list.viewAt, list.endedAt])
				learn(versionAt(appointment, moment), false);
			if (!version || version.number >= below) return;
			known.isUnknown = known.from < 0;
			const isYoung = waits && Math.min(list.at, list.viewAt) - LAG_MS < version.at + this.skewMs;
			const possible = this.possible(subject, known, version.number);
			const needsRun = possible.some((former) => report(list.at)(former, version) !== undefined);
			if (needsRun || isYoung || isForgotten(list, at) || !list.isCalm) return;
			learn(version, true);
			if (version.number >= known.blank) known.blank = -1;
		};
		const lists = this.lists(subject, at).filter((list) => recorded && list.at >= recorded.at);
		const events = [
			...lists.map((list) => ({ at: list.endedAt, learn: () => learnListed(list) })),
			...this.arrivals(subject, at).map((one) => ({ at: one.at, learn: () => learnFrom(one) })),
			...said
				.filter(({ execution }) => execution.createdAt <= at)
				.map((one) => ({ at: one.execution.createdAt, learn: () => learnRun(one) })),
		];
		for (const event of events.sort((one, other) => one.at - other.at)) event.learn();
		known.isUnknown = known.from < 0;
		return known;
	}

	/** By how much the clocks of the service and of n8n, and the times of events, may differ. */
	private get skewMs(): number {
		const { timestamps, hasDate, aheadMs } = this.world.around.dialect;
		const { clockEdits } = this.world.facts;
		if (timestamps === 'days ahead') return Infinity;
		return hasDate && clockEdits.length === 0 ? 0 : Math.abs(aheadMs) + 10 * MINUTE;
	}

	/** Whether something was heard so shortly before a list that this may not show it yet. */
	private isJustHeard(subject: Subject, { at, endedAt }: Listed): boolean {
		const heard = [
			...this.arrivals(subject, endedAt),
			...subject.said.filter((said) => said.at <= endedAt),
		];
		return heard.some((one) => one.at > at - LAG_MS - this.skewMs);
	}

	private arrivals({ node, appointment }: Subject, at: number): Arrival[] {
		return this.world.facts.arrivals.filter(
			(arrival) =>
				arrival.node === node &&
				arrival.at <= at &&
				arrival.delivery.event.appointment === appointment,
		);
	}

	/** Whether what a delivery says is known although it has started no run. */
	private isKept(subject: Subject, arrival: Arrival, at: number): boolean {
		const { node, endedAt, options, delivery } = arrival;
		const { around, facts, workflow, accounts } = this.world;
		// With Verify, a response alone does not say that the API has shown it.
		if (options.verify || !isAcknowledged(arrival) || endedAt > at || around.hasWorkers)
			return false;
		// What has started a run is known if that counts, also what a check has found.
		const hasStarted = workflow
			.started(node, (json) => tells(json, delivery.event, accounts))
			.some(({ createdAt }) => createdAt <= endedAt);
		const isSaved = this.lists(subject, at).some(
			(list) => list.at > endedAt && !subject.isForgotten(list, at),
		);
		return !hasStarted && (isSaved || !facts.isKilledBetween(arrival.at, at));
	}

	/** The states that a trigger may know, without those that are as late as a version. */
	possible({ appointment }: Subject, known: Known, before: number): Array<Version | undefined> {
		const from = known.blank >= 0 ? 0 : Math.max(0, known.from);
		const versions = appointment.versions.slice(from, Math.min(known.to, before - 1) + 1);
		return [...(known.isUnknown ? [undefined] : []), ...versions];
	}

	/** Whether the present state has to be reported, because nothing that may be known agrees with it. */
	isNews(subject: Subject, at = currentTime()): boolean {
		const { appointment, report } = subject;
		const now = latest(appointment);
		const first = firstOf(appointment, now);
		const all = this.of(subject, at);
		return (
			all.length > 0 &&
			all.every((known) => {
				if (known.blank >= 0 || Math.max(known.from, known.settled) >= first.number) return false;
				const possible = this.possible(subject, known, first.number);
				return possible.every(
					(former) => !(former && isSame(former, now)) && report(at)(former, now) !== undefined,
				);
			})
		);
	}
}
