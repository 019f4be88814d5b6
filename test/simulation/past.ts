import type { Appointment, Version } from './account';
import type { Options } from './circumstances';
import { currentTime, MINUTE } from './clock';
import { isUnsaved, MOMENTS_MS } from './conditions';
import { says } from './docs';
import { reportOf } from './expectedReports';
import { Knowledge, type Known, type Report, type Subject } from './knowledge';
import type { Oracle } from './oracle';
import type { Said } from './said';
import type { World } from './world';

/** What the webhook triggers have run so far, and what they may know by then. */
export class Past {
	readonly said: Said[] = [];
	readonly knowledge: Knowledge;

	constructor(
		readonly world: World,
		readonly oracle: Oracle,
	) {
		this.knowledge = new Knowledge(world);
	}

	subject(node: string, appointment: Appointment, until = currentTime()): Subject {
		const { facts, accounts, around } = this.world;
		const { tookMs } = around.dialect;
		const account = accounts.find(
			({ appointments }) => appointments.get(appointment.key) === appointment,
		)!;
		const said = this.said.filter((one) => one.node === node && one.appointment === appointment);
		return {
			node,
			account,
			appointment,
			said,
			report: (at) => this.report(at, appointment),
			counts: ({ execution, hasCodeNode, at: ranAt }, at) => {
				const { lostAt = Infinity, savedAt = Infinity, status } = execution;
				const isOver = savedAt <= at;
				const isSetBack = hasCodeNode && facts.isKilledBetween(ranAt, at);
				const { whenFinished } = this.optionsAt(execution.createdAt);
				const isFailed = isOver && status !== 'success' && whenFinished;
				const isCanceled =
					status === 'canceled' &&
					isUnsaved(this, execution, at) &&
					says('A run that you cancel just before n8n is killed runs again');
				const isForgotten =
					whenFinished &&
					isUnsaved(this, execution, at) &&
					says('So may the last events that ran before n8n was killed');
				return lostAt > at && !isSetBack && !isFailed && !isCanceled && !isForgotten;
			},
			since: this.sinceOf(until),
			waits: true,
			skips: () => false,
			// A check that a publication or the end of n8n interrupts has not ended.
			isForgotten: (list, at) =>
				facts.stops.some((stop) => stop > list.at && stop <= list.endedAt && stop <= at) ||
				facts.kills.some((kill) => kill > list.at && kill < list.endedAt + MINUTE && kill <= at) ||
				facts.editedAt(Math.min(at, list.endedAt + MOMENTS_MS)) > list.at - tookMs,
		};
	}

	/** What a trigger may know of the time before a version. */
	before(
		node: string,
		appointment: Appointment,
		{ number }: Version,
		at: number,
	): Array<Version | undefined> {
		const subject = this.subject(node, appointment, at);
		return this.known(node, appointment, at, number).flatMap((one) =>
			this.knowledge.possible(subject, one, number),
		);
	}

	/** @param below only versions before this one count */
	known(node: string, appointment: Appointment, at: number, below = Infinity): Known[] {
		const subject = this.subject(node, appointment, at);
		const all = this.knowledge.of(subject, at, below);
		return all.length > 0 ? all : [this.knowledge.withoutLists(subject, at, below)];
	}

	/** The publication, or the edit that turned Catch Up on. */
	private sinceOf(at: number): number {
		const { facts } = this.world;
		const published = facts.published.findLast((since) => since <= at) ?? 0;
		return Math.max(published, facts.caughtUpSince(at));
	}

	private report(at: number, { calendar }: Appointment): Report {
		const options = this.optionsAt(at);
		const isCalendar = options.calendar === '' || options.calendar === calendar;
		return (former, now) => (isCalendar ? reportOf(former, now, options) : undefined);
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
