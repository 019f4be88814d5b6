import type { Account, Appointment, Version } from './account';
import type { Options } from './circumstances';
import { currentTime, MINUTE } from './clock';
import { MOMENTS_MS, type About } from './conditions';
import { isExcused } from './excuses';
import { Knowledge, type Known, type Subject } from './knowledge';
import { isMoment, polledReportOf, reportOf } from './reports';
import { firstOf, type Said } from './said';
import type { Listed } from './service';
import { POLLING } from './triggers';
import type { World } from './world';

/** What the triggers have run so far, and what they may know by then. */
export class Past {
	readonly said: Said[] = [];
	readonly knowledge: Knowledge;

	constructor(readonly world: World) {
		this.knowledge = new Knowledge(world);
	}

	/** What broke a rule, or needs an excuse. */
	about(said: Said, more: Partial<About> = {}): About {
		const { node, appointment, version, execution } = said;
		const { createdAt: at } = execution;
		return { past: this, said, node, appointment, version, at, ...more };
	}

	saidOf(node: string, appointment: Appointment): Said[] {
		return this.said.filter((one) => one.node === node && one.appointment === appointment);
	}

	subject(node: string, appointment: Appointment, until = currentTime()): Subject {
		const { calendar } = appointment;
		const account = this.world.accounts.find(
			({ appointments }) => appointments.get(appointment.key) === appointment,
		)!;
		const isPolled = node === POLLING;
		return {
			node,
			account,
			appointment,
			said: this.saidOf(node, appointment),
			report: (at) => {
				const options = this.optionsAt(at);
				const report = isPolled ? polledReportOf : reportOf;
				const isCalendar = options.calendar === '' || options.calendar === calendar;
				return (former, now) => (isCalendar ? report(former, now, options) : undefined);
			},
			...(isPolled ? this.polled(account, appointment) : this.checked(until)),
		};
	}

	private checked(until: number) {
		const { facts, around } = this.world;
		const published = facts.published.findLast((since) => since <= until) ?? 0;
		return {
			// The publication, or the edit that turned Catch Up on.
			since: Math.max(published, facts.caughtUpSince(until)),
			waits: true,
			skips: () => false,
			counts: (said: Said, at: number) => this.counts(said, at),
			// A check that a publication or the end of n8n interrupts has not ended.
			isForgotten: (list: Listed, at: number) =>
				facts.stops.some((stop) => stop > list.at && stop <= list.endedAt && stop <= at) ||
				facts.kills.some((kill) => kill > list.at && kill < list.endedAt + MINUTE && kill <= at) ||
				facts.editedAt(Math.min(at, list.endedAt + MOMENTS_MS)) > list.at - around.dialect.tookMs,
		};
	}

	private polled(account: Account, appointment: Appointment) {
		const { facts, workflow, service } = this.world;
		const runs = workflow.executions.filter(({ node }) => node === POLLING);
		const others = service.listed.filter((one) => one.node === POLLING && one.account !== account);
		const since = this.polledSince;
		return {
			said: this.saidOf(POLLING, appointment).filter(
				({ execution }) => execution.createdAt >= since,
			),
			// The first poll of another account only records.
			since: Math.max(since, ...others.map(({ endedAt }) => endedAt)),
			waits: false,
			skips: (version: Version, { from }: Known) => {
				const about = { past: this, node: POLLING, appointment, version, at: currentTime() };
				return isExcused('what a poll lists is known', { ...about, isKnown: from >= 0 });
			},
			counts: () => true,
			// n8n saves when a poll starts a run.
			isForgotten: ({ at: listedAt, endedAt }: Listed, at: number) =>
				[...facts.kills, ...facts.restarts, ...facts.unpublished].some(
					(stop) =>
						stop >= listedAt &&
						stop <= at &&
						!runs.some(({ createdAt }) => createdAt >= endedAt && createdAt < stop),
				),
		};
	}

	/** Whether a run tells the trigger that something is known. */
	private counts(said: Said, at: number): boolean {
		const { execution, hasCodeNode } = said;
		const { lostAt = Infinity, savedAt = Infinity, status } = execution;
		const { whenFinished } = this.optionsAt(execution.createdAt);
		const isSetBack = hasCodeNode && this.world.facts.isKilledBetween(said.at, at);
		const isFailed = savedAt <= at && status !== 'success' && whenFinished;
		if (lostAt <= at || isSetBack || isFailed) return false;
		return !isExcused('what has run is known', this.about(said, { former: said, at }));
	}

	/** Since when polls report the same event of the same appointments. */
	get polledSince(): number {
		return this.world.facts.since(({ polled, status, calendar }) =>
			JSON.stringify(isMoment(polled) ? polled : [polled, status, calendar]),
		);
	}

	/** What a trigger may know of the time before a version. */
	before(said: Said, at = said.execution.createdAt): Array<Version | undefined> {
		return this.formers(said.node, said.appointment, said.version, at);
	}

	formers(
		node: string,
		appointment: Appointment,
		{ number }: Version,
		at: number,
	): Array<Version | undefined> {
		const subject = this.subject(node, appointment, at);
		return this.known(subject, at, number).flatMap((one) =>
			this.knowledge.possible(subject, one, number),
		);
	}

	/** @param below only versions before this one count */
	known(subject: Subject, at: number, below = Infinity): Known[] {
		const all = this.knowledge.of(subject, at, below);
		return all.length > 0 ? all : [this.knowledge.withoutLists(subject, at, below)];
	}

	/** The version that brought what an event is about. */
	first(node: string, appointment: Appointment, version: Version): number {
		if (node !== POLLING) return firstOf(appointment, version).number;
		const { polled } = this.world.optionsNow;
		const field = polled === 'rescheduled' ? 'start' : 'status';
		const { versions } = appointment;
		const former = versions
			.slice(0, version.number)
			.findLastIndex((one) => one[field] !== version[field]);
		return polled === 'created' ? 1 : Math.max(former + 1, 1);
	}

	optionsAt(at: number): Options {
		return this.world.facts.optionsAt(at);
	}

	/** Of the delivery, or of the check. */
	optionsOf({ execution, event, node }: Said): Options {
		const arrival = this.world.facts.arrivals.findLast(
			(one) => one.delivery.event === event && one.node === node && one.at <= execution.createdAt,
		);
		return event && arrival ? arrival.options : this.optionsAt(execution.createdAt);
	}
}
