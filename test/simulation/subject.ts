import {
	isCanceled,
	latest,
	versionAt,
	type Account,
	type Appointment,
	type Version,
} from './account';
import { currentTime, DAY, HOUR, MINUTE } from './clock';
import { MOMENTS_MS } from './conditions';
import { isExcused } from './excuses';
import type { Arrival } from './facts';
import { Known } from './knowledge';
import type { Past } from './past';
import { polledReportOf, reportOf } from './reports';
import { firstOf, isSame, type Said } from './said';
import type { Listed } from './service';
import { POLLING } from './triggers';
import type { World } from './world';

/** The account of before a change counts again when it comes back within a day. */
const KEPT_MS = [22 * HOUR, 26 * HOUR] as const;

/** One trigger and one appointment: what it has listed, run and heard of it, and what it may know. */
export class Subject {
	readonly world: World;
	readonly account: Account;
	readonly said: Said[];
	readonly isPolled: boolean;
	/** Since when the trigger compares. */
	readonly since: number;

	/** @param until counts publications and edits until then */
	constructor(
		private readonly past: Past,
		readonly node: string,
		readonly appointment: Appointment,
		until: number,
	) {
		this.world = past.world;
		this.isPolled = node === POLLING;
		const { facts, accounts, service } = this.world;
		const { key } = appointment;
		this.account = accounts.find(({ appointments }) => appointments.get(key) === appointment)!;
		const said = past.saidOf(node, appointment);
		if (this.isPolled) {
			const others = service.listed.filter(
				(one) => one.node === node && one.account !== this.account,
			);
			// The first poll of another account only records.
			this.since = Math.max(past.polledSince, ...others.map(({ endedAt }) => endedAt));
			this.said = said.filter(({ execution }) => execution.createdAt >= past.polledSince);
		} else {
			// The publication, or the edit that turned Catch Up on.
			const published = facts.published.findLast((since) => since <= until) ?? 0;
			this.since = Math.max(published, facts.caughtUpSince(until));
			this.said = said;
		}
	}

	/** The event that a difference makes the trigger report. Undefined for none. */
	report(at: number): (former: Version | undefined, now: Version) => string | undefined {
		const options = this.world.facts.optionsAt(at);
		const report = this.isPolled ? polledReportOf : reportOf;
		const isCalendar = ['', this.appointment.calendar].includes(options.calendar);
		return (former, now) => (isCalendar ? report(former, now, options) : undefined);
	}

	/** Whether a run tells the trigger that something is known. */
	counts(said: Said, at: number): boolean {
		if (this.isPolled) return true;
		const { lostAt = Infinity, savedAt = Infinity, status, createdAt } = said.execution;
		const { whenFinished } = this.world.facts.optionsAt(createdAt);
		const isFailed = savedAt <= at && status !== 'success' && whenFinished;
		if (lostAt <= at || isFailed) return false;
		return !isExcused('what has run is known', this.past.about(said, { former: said, at }));
	}

	/** Whether it leaves out what a list shows, because of its filters. */
	skips(version: Version, isUnknown: boolean): boolean {
		const { past, node, appointment } = this;
		const about = { past, node, appointment, version, at: currentTime(), isKnown: !isUnknown };
		return this.isPolled && isExcused('what a poll lists is known', about);
	}

	/** Whether what a list showed may be forgotten by then. */
	isForgotten({ at: listedAt, endedAt }: Listed, at: number): boolean {
		const { facts, workflow, around } = this.world;
		if (this.isPolled) {
			// n8n saves when a poll starts a run.
			const runs = workflow.executions.filter(
				({ node, createdAt }) => node === POLLING && createdAt >= endedAt,
			);
			return [...facts.kills, ...facts.restarts, ...facts.unpublished].some(
				(stop) => stop >= listedAt && stop <= at && !runs.some(({ createdAt }) => createdAt < stop),
			);
		}
		// A check that a publication or the end of n8n interrupts has not ended.
		const isWithin = (end: number) => (stop: number) =>
			stop > listedAt && stop <= Math.min(end, at);
		return (
			facts.stops.some(isWithin(endedAt)) ||
			facts.kills.some(isWithin(endedAt + MINUTE - 1)) ||
			facts.editedAt(Math.min(at, endedAt + MOMENTS_MS)) > listedAt - around.dialect.tookMs
		);
	}

	arrivals(at: number): Arrival[] {
		return this.world.facts.arrivals.filter(
			(arrival) =>
				arrival.node === this.node &&
				arrival.at <= at &&
				arrival.delivery.event.appointment === this.appointment,
		);
	}

	/** The successful lists of the trigger, in their order. */
	lists(at: number): Listed[] {
		return this.world.service.listed.filter(
			(list) =>
				list.node === this.node &&
				list.account === this.account &&
				list.at >= this.since &&
				list.endedAt <= at,
		);
	}

	/** The version that a list shows. */
	shown({ viewAt, at, account: { dialect } }: Listed): Version | undefined {
		const version = versionAt(this.appointment, viewAt);
		if (!version || this.appointment.deletedAt <= viewAt) return undefined;
		if (dialect.hides !== 'nothing' && isCanceled(version.status)) return undefined;
		return version.start >= at - DAY + this.world.zonesMs ? version : undefined;
	}

	/** Since when the credential has the account. */
	accountSince(at: number): number {
		const { periods } = this.world.facts;
		const own = periods.findLast(({ account, from }) => account === this.account && from <= at);
		return own?.from ?? 0;
	}

	/**
	 * One entry for each list that may have been recorded; empty if there is none.
	 * @param below only versions before this one count
	 */
	known(at: number, below = Infinity): Known[] {
		return this.recordings(at).map((list) => new Known(this, at, below, list));
	}

	/** Of a trigger that reads no lists, from deliveries and runs only. */
	heard(at: number, below = Infinity): Known[] {
		const all = this.known(at, below);
		return all.length > 0 ? all : [new Known(this, at, below)];
	}

	/** Whether the present state has to be reported, because nothing that may be known agrees with it. */
	isNews(at = currentTime()): boolean {
		const now = latest(this.appointment);
		const first = firstOf(this.appointment, now).number;
		const report = this.report(at);
		const isDifferent = (former: Version | undefined) =>
			!(former && isSame(former, now)) && report(former, now) !== undefined;
		const all = this.known(at);
		return (
			all.length > 0 &&
			all.every(
				(known) =>
					known.blank < 0 &&
					Math.max(known.from, known.settled) < first &&
					known.possible(first).every(isDifferent),
			)
		);
	}

	/** The first list of the trigger since it was published, or since it has another account. */
	private recordings(at: number): Listed[] {
		let first: Listed[] = [];
		let left: number | undefined;
		const others = new Set<Account>();
		const { facts, service } = this.world;
		for (const { account, from, to } of facts.periods) {
			const isIn = (list: Listed) => list.at >= from && list.at < to;
			if (account !== this.account) {
				const isListed = service.listed.some((list) => list.account === account && isIn(list));
				if (!isListed || first.length === 0) continue;
				left ??= from;
				others.add(account);
				continue;
			}
			const [begin, again] = this.lists(at).filter(isIn);
			if (!begin) continue;
			const awayMs = left === undefined ? 0 : begin.at - left;
			if (awayMs > KEPT_MS[1]) first = [];
			// Only the latest of several former accounts is kept.
			if (first.length === 0 || awayMs > KEPT_MS[0] || others.size > 1) first.push(begin);
			left = undefined;
			others.clear();
			// It may have been forgotten before it was saved.
			if (again && this.isForgotten(begin, again.at)) first.push(again);
		}
		return first;
	}
}
