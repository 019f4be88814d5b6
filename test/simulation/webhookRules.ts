import type { IDataObject } from 'n8n-workflow';

import {
	CANCELED,
	CREATED,
	UPDATED,
	isCanceled,
	latest,
	type Appointment,
	type Event,
	type Version,
} from './account';
import type { Options } from './circumstances';
import { currentTime, HOUR, MINUTE, SECOND } from './clock';
import { docs, says, type Excuse } from './docs';
import { isAcknowledged, type Arrival } from './facts';
import { Knowledge, type Report, type Subject } from './knowledge';
import type { Oracle } from './oracle';
import {
	endOf,
	eventIn,
	firstOf,
	isFormer,
	isSame,
	saidBy,
	storyOf,
	time,
	type Said,
} from './said';
import type { Execution } from './workflow';
import type { World } from './world';

/** A check saves what it has learned within this time. */
const MOMENTS_MS = 5 * SECOND;
/** For so long, a duplicate may reach another process before it can know. */
const MOMENT_MS = 2 * SECOND;
const LATER = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

/** What the webhook trigger promises. */
export class WebhookRules {
	private seen = 0;
	private readonly said: Said[] = [];
	readonly knowledge: Knowledge;

	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
	) {
		this.knowledge = new Knowledge(world);
	}

	/** What has run since the last time. */
	observe(): void {
		const { runs } = this.world.workflow;
		for (; this.seen < runs.length; this.seen += 1) {
			const run = runs[this.seen]!;
			if (run.node === 'Polling' || run.execution.mode === 'retry') continue;
			const said = saidBy(run, this.world.accounts);
			if (!said || (!said.isCaughtUp && !said.event)) {
				this.oracle.breach('what runs has happened', JSON.stringify(run.item));
				continue;
			}
			if (said.isCaughtUp) this.caughtUp(said);
			else this.delivered(said);
			this.filtered(said);
			this.previous(said);
			this.complete(said);
			this.said.push(said);
		}
	}

	/** Once everything has ended: what was acknowledged has run, and the state of each appointment is known. */
	conclude(): void {
		for (const arrival of this.world.facts.arrivals) this.ran(arrival);
		for (const node of this.world.triggersOfWebhook) this.missed(node);
	}

	/** A state that lasts is reported within three checks. */
	missed(node: string): void {
		if (this.world.interval === undefined) return;
		for (const appointment of this.world.accountNow.appointments.values()) {
			const now = latest(appointment);
			const isWatched =
				appointment.deletedAt === Infinity &&
				now.start > currentTime() - 24 * HOUR + this.knowledge.zonesMs;
			if (!isWatched) continue;
			const subject = this.subject(node, appointment);
			// What was never listed cannot be missed.
			const isHidden = this.world.around.dialect.hides !== 'nothing' && isCanceled(now.status);
			const [known] = this.knowledge.of(subject, currentTime());
			if (isHidden && (known?.from ?? -1) < 0) continue;
			if (!this.knowledge.isNews(subject)) continue;
			this.oracle.breach('a change that lasts is reported', `${node}, ${storyOf(appointment)}`, [
				docs('A check starts one run for a state whose run failed', () =>
					this.hasFailed(subject, now),
				),
				docs(
					'After three runs that were interrupted by the end of n8n',
					() => subject.said.filter(({ execution }) => execution.lostAt !== undefined).length > 2,
				),
				docs(
					'If a state comes back within ten minutes of an earlier run about it',
					() =>
						this.world.around.hasWorkers &&
						appointment.versions.some((former) => former !== now && isSame(former, now)),
				),
				docs(
					'a check waits for up to 15 minutes and then runs the change',
					() =>
						this.world.around.hasWorkers &&
						subject.said.some(
							({ execution: { lostAt = -Infinity } }) =>
								lostAt > currentTime() - 15 * MINUTE - 3 * (this.world.interval ?? 0),
						),
				),
				docs('A change that was undone is none, even if its delivery arrives late', () =>
					this.isUndone(subject, now),
				),
				docs('then hourly until its start', () => isHidden && now.start < currentTime()),
				docs('A Code node that writes static data may set the saved state back', () =>
					this.isSetBack(0, currentTime()),
				),
			]);
		}
	}

	/** A check reports what is, and what neither a delivery nor a run has said. */
	private caughtUp(said: Said): void {
		const { appointment, version, node, kind } = said;
		const at = said.execution.createdAt;
		const subject = this.subject(node, appointment);
		const list = this.knowledge.lists(subject, at).at(-1);
		if (!list || endOf(appointment, version) < list.viewAt) {
			this.oracle.breach('a check reports what is', show(said));
		}
		const { facts, accountNow, workflow } = this.world;
		const hasWebhook = accountNow.webhooks.some(({ url }) => url.startsWith(workflow.publicUrl));
		if (facts.isRefusedAt(at) && !hasWebhook) {
			this.oracle.breach('without a webhook, Catch Up runs nothing', show(said));
		}
		const first = firstOf(appointment, version);
		const isRepeated = subject.said.some(
			(former) =>
				former.isCaughtUp &&
				former.execution.status === 'error' &&
				firstOf(appointment, former.version) === first &&
				this.optionsAt(former.execution.createdAt).whenFinished &&
				!(
					subject.said.some(
						(other) => other.at > former.at && firstOf(appointment, other.version) !== first,
					) && says('until another state has run')
				),
		);
		if (isRepeated) this.oracle.breach('a check repeats no run that failed', show(said));
		const isNews = this.knowledge.of(subject, at).some((known) => {
			if (known.from >= first.number) return false;
			const formers = this.knowledge.possible(subject, known, first.number);
			return formers.some((former) => subject.report(at)(former, version) === kind);
		});
		if (isNews) return;
		this.oracle.breach('a check reports only news', show(said), [
			docs('a change may run twice', () => this.hasNoClock),
			docs('what is delivered in another order may run twice', () => this.isOutOfOrder(said)),
			docs('Runs that ended within the last moments may do so, too', () =>
				subject.said.some(({ execution }) => this.isUnsaved(execution, at, MOMENTS_MS)),
			),
			docs(
				'What was delivered more than four hours before the check that finds it may run again',
				() => this.world.around.hasWorkers && version.at < at - 4 * HOUR,
			),
			docs(
				'its event and previous may skip what was delivered since',
				() =>
					this.world.around.hasWorkers &&
					!subject.said.some((former) => isSame(former.version, version)),
			),
			docs(
				'If a check and a delivery start the run of a change within a second, both may run',
				() =>
					this.world.around.hasWorkers &&
					subject.said.some((former) => Math.abs(former.execution.createdAt - at) < MOMENT_MS),
			),
			docs(
				'Only When Changed needs one webhook processor',
				() => this.hasSeveralProcessors && this.optionsAt(at).onlyWhenChanged.length > 0,
			),
			docs('A Code node that writes static data may set the saved state back', () =>
				this.isSetBack(0, at),
			),
		]);
	}

	/** An event runs once, and not after a check has reported it. */
	private delivered(said: Said): void {
		const { event, node, version, kind, appointment, account } = said;
		const { deduplicate } = this.optionsOf(said);
		const own = this.said.filter((former) => former.node === node);
		const { timestamps, content } = account.dialect;
		for (const former of own) {
			if (former.appointment !== appointment) continue;
			const detail = `${time(former.at)}: ${show(said)}`;
			if (former.event === event && deduplicate) {
				this.oracle.breach('an event runs once', detail, this.mayRunAgain(former, said));
			}
			const list = this.knowledge
				.lists(this.subject(node, appointment), former.execution.createdAt)
				.at(-1);
			const isReported =
				former.isCaughtUp &&
				former.kind === kind &&
				content === 'whole' &&
				timestamps !== 'days ahead' &&
				isSame(former.version, version) &&
				firstOf(appointment, version) === version &&
				version.at < (list?.viewAt ?? 0);
			if (!isReported) continue;
			this.oracle.breach('a late delivery does not run', detail, this.mayRunAgain(former, said));
		}
	}

	private mayRunAgain(former: Said, again: Said): Excuse[] {
		const { hasWorkers, dialect } = this.world.around;
		const { facts } = this.world;
		const { execution, kind } = former;
		const { whenFinished } = this.optionsOf(former);
		const copies = facts.arrivals.filter(
			({ delivery }) => delivery.event === again.event && again.event !== undefined,
		);
		const isAtOnce = copies.some((one) =>
			copies.some(
				(two) => one.processor !== two.processor && Math.abs(one.at - two.at) < MOMENT_MS,
			),
		);
		const hasFailed = execution.status === 'error' || execution.status === 'canceled';
		return [
			docs(
				'If the run fails, or n8n is killed during the run, the service gets no success response, and the next delivery runs everything again',
				() => whenFinished && (hasFailed || execution.lostAt !== undefined),
			),
			docs(
				'So may the last event that ran before n8n was killed',
				() => whenFinished && this.isLastRun(execution, again.at),
			),
			docs(
				'A run that you cancel just before n8n is killed runs again',
				() => execution.status === 'canceled' && this.isUnsaved(execution, again.at),
			),
			docs(
				'This holds for the last change that it has reported of an appointment',
				() => former.isCaughtUp && this.isSurpassed(former, again),
			),
			docs(
				'Written when a run ends',
				() => execution.lostAt !== undefined && execution.lostAt <= again.at,
			),
			docs(
				'If the service gives redeliveries a new timestamp, each one runs',
				() => dialect.timestamps === 'rewritten' && kind !== CREATED,
			),
			docs('a change without a timestamp', () => dialect.timestamps === 'none' && kind !== CREATED),
			docs('To both processors within milliseconds | One or two', () => hasWorkers && isAtOnce),
			docs(
				'Each processor remembers only its own successful events',
				() => hasWorkers && whenFinished && facts.isStoppedBetween(former.at, again.at),
			),
			docs('a change may run twice', () => this.hasNoClock),
			docs('what is delivered in another order may run twice', () => this.isOutOfOrder(again)),
			docs(
				'If a check and a delivery start the run of a change within a second, both may run',
				() => hasWorkers && Math.abs(former.at - again.at) < MOMENT_MS,
			),
			docs('Runs that ended within the last moments may do so, too', () =>
				this.isUnsaved(execution, again.at, MOMENTS_MS),
			),
			docs(
				'a duplicate that reaches the other processor runs',
				() =>
					hasWorkers && whenFinished && new Set(copies.map(({ processor }) => processor)).size > 1,
			),
			docs('A Code node that writes static data may set the saved state back', () =>
				this.isSetBack(former.at, again.at),
			),
		];
	}

	/** Only selected events run, about appointments that pass the filters. */
	private filtered(said: Said): void {
		const { item, kind, version, appointment } = said;
		const data = item.data as IDataObject;
		const calendar = (data.calendar as IDataObject | undefined)?.calendar_key;
		const options = this.optionsOf(said);
		const { status, events, onlyWhenChanged } = options;
		const passes =
			events.includes(kind) &&
			(options.calendar === '' || calendar === undefined || calendar === options.calendar) &&
			(status.length === 0 || data.status === undefined || status.includes(String(data.status)));
		if (!passes) this.oracle.breach('filters hold', show(said));
		if (said.isCaughtUp || kind !== UPDATED || onlyWhenChanged.length === 0) return;
		const possible = this.before(said.node, appointment, version, said.execution.createdAt);
		const hasChanged = possible.some(
			(former) => !former || differs(former, version, onlyWhenChanged),
		);
		if (hasChanged) return;
		this.oracle.breach('Only When Changed holds', show(said), [
			docs('Only When Changed needs one webhook processor', () => this.hasSeveralProcessors),
			docs('If that is unknown, it runs', () => this.isLate(said)),
			docs(
				'an edit of another field runs if it happens within a minute after a check has first seen the present state',
				() => this.isJustListed(said),
			),
			docs('an update runs with what the API shows', () => options.verify),
		]);
	}

	/** The item has the start as people read it and, with Verify, is not older than its event. */
	private complete(said: Said): void {
		const { item, version, event, execution } = said;
		const { start_date } = item.data as IDataObject;
		const { iso, date, time: clock } = (item.start ?? {}) as Record<string, string>;
		const isLocal = !/(Z|[+-]\d\d:\d\d)$/.test(String(start_date));
		// A local time may be that of two moments.
		const isMoment = isLocal
			? iso?.slice(0, 19) === this.world.accountNow.zone.wall(version.start)
			: Date.parse(iso ?? '') === version.start;
		const isStart = isMoment && iso?.startsWith(`${date}T${clock}`) === true;
		if (start_date !== undefined && !isStart && !this.world.isMisread) {
			this.oracle.breach('start is the start', `${JSON.stringify(item.start)}: ${show(said)}`);
		}
		const isOlder =
			event !== undefined && version.number < firstOf(said.appointment, event.version).number;
		const isCalm = this.world.facts.arrivals.some(
			({ delivery, at, isHealthy }) =>
				delivery.event === event && isHealthy && at > execution.createdAt - 12 * SECOND,
		);
		if (isOlder && isCalm) this.oracle.breach('Verify shows what the event says', show(said));
	}

	/** What a trigger may know of the time before a version. */
	private before(
		node: string,
		appointment: Appointment,
		{ number }: Version,
		at: number,
	): Array<Version | undefined> {
		const subject = this.subject(node, appointment, at);
		const all = this.knowledge.of(subject, at, number);
		const known = all.length > 0 ? all : [this.knowledge.withoutLists(subject, at, number)];
		return known.flatMap((one) => this.knowledge.possible(subject, one, number));
	}

	/** `previous` is a former state, not older than the one of the last run. */
	private previous(said: Said): void {
		const { previous, appointment, version, account, node, execution } = said;
		if (!previous) return;
		const possible = this.before(node, appointment, version, execution.createdAt);
		const formers = possible.filter((former) => former !== undefined);
		const { content } = account.dialect;
		// If it delivers changed fields only, each may come from another version.
		const parts: IDataObject[] =
			content === 'whole'
				? [previous]
				: [{ start_date: previous.start_date }, { status: previous.status }];
		const lastRun = this.said.findLast(
			(former) => former.node === node && former.appointment === appointment,
		);
		const since = appointment.versions.slice(lastRun?.version.number ?? 0, version.number);
		const isKnown = (part: IDataObject) =>
			[...formers, ...since].some((state) => isFormer(part, account, state));
		if (parts.every(isKnown)) return;
		const isEarlier = (end: number) =>
			appointment.versions.slice(0, end).some((state) => isFormer(previous, account, state));
		const numbers = formers.map(({ number }) => number).join(' ');
		const detail = `${JSON.stringify(previous)}, not one of ${numbers}: ${show(said)}`;
		this.oracle.breach('previous is a former state', detail, [
			docs(
				'If the timestamps of a service are not the times of its events, previous may be another former state',
				() =>
					['booking', 'days ahead', 'rewritten'].includes(account.dialect.timestamps) &&
					isEarlier(Infinity),
			),
			docs(
				'and previous may be older',
				() => this.hasSeveralProcessors && isEarlier(version.number),
			),
			docs(
				'previous of a late delivery may be a later state',
				() => this.world.around.hasWorkers && this.isLate(said) && isEarlier(Infinity),
			),
			docs(
				'its event and previous may skip what was delivered since',
				() => this.world.around.hasWorkers && said.isCaughtUp && isEarlier(version.number),
			),
			docs('A Code node that writes static data may set the saved state back', () =>
				this.isSetBack(0, said.at),
			),
		]);
	}

	/** What was acknowledged has run, with When Finished successfully, unless it needed no run. */
	private ran(arrival: Arrival): void {
		const { delivery, node, endedAt, options } = arrival;
		const { event } = delivery;
		const { appointment, version, kind } = event;
		const { timestamps, hides } = delivery.account.dialect;
		if (!isAcknowledged(arrival) || !options.events.includes(kind)) return;
		const states = options.verify
			? appointment.versions.filter(({ at, number }) => number >= version.number && at <= endedAt)
			: [version];
		if (!states.every((state) => passes(appointment, event.data, state, options))) return;
		// With Verify, only the account of the credential counts.
		if (options.verify && (delivery.account !== arrival.account || appointment.deletedAt < endedAt))
			return;
		const { accounts, workflow, facts } = this.world;
		const started = workflow.executions.filter(
			(execution) =>
				execution.node === node &&
				execution.mode !== 'retry' &&
				execution.data
					.flat()
					.some(({ json }) => json.caughtUp !== true && eventIn(json, accounts)?.event === event),
		);
		const ran = this.said.filter((said) => said.event === event && said.node === node);
		const counts = options.whenFinished
			? ran.some(({ execution }) => execution.status === 'success')
			: ran.length > 0 ||
				started.some(({ lostAt, status }) => lostAt !== undefined || status === 'canceled');
		const isReported = this.said.some(
			(said) =>
				said.node === node &&
				said.isCaughtUp &&
				said.appointment === appointment &&
				said.kind === kind &&
				(!options.whenFinished || said.execution.status === 'success') &&
				(said.version.number >= version.number || timestamps === 'booking') &&
				(kind === CREATED || states.some((state) => agrees(event, state, said.version))) &&
				said.execution.createdAt <= endedAt,
		);
		if (counts || isReported) return;
		const isTaken = this.said.some(
			(said) =>
				said.isCaughtUp &&
				said.appointment === appointment &&
				said.kind === kind &&
				isSame(said.version, version) &&
				Math.abs(said.at - endedAt) < 61 * MINUTE,
		);
		if (kind === UPDATED && options.onlyWhenChanged.length > 0) {
			const possible = states.flatMap((state) =>
				this.before(node, appointment, state, endedAt).map((former) => ({ former, state })),
			);
			const mustRun = possible.every(
				({ former, state }) => !former || differs(former, state, options.onlyWhenChanged),
			);
			if (!mustRun) return;
		}
		const detail = `${kind} ${version.number} acknowledged at ${time(endedAt)}; ${storyOf(appointment)}`;
		this.oracle.breach('an acknowledged event runs', detail, [
			docs(
				'the first delivery within an hour of what a check has reported counts as its late delivery',
				() => timestamps === 'none' && isTaken,
			),
			docs(
				'it is asked for a minute: if it takes longer, or n8n is stopped meanwhile, the event is lost',
				() => options.verify && facts.isStoppedBetween(endedAt, arrival.at + 62 * SECOND),
			),
			docs(
				'An update runs only if its start or its status differs from the last known one',
				() =>
					kind === UPDATED &&
					options.onlyWhenChanged.length > 0 &&
					this.said.some(
						(said) =>
							said.isCaughtUp &&
							said.node === node &&
							said.appointment === appointment &&
							states.some((state) => isSame(state, said.version)) &&
							said.execution.createdAt <= endedAt,
					),
			),
			docs(
				'With Verify: the API does not know the key',
				() =>
					options.verify &&
					kind !== CANCELED &&
					hides === 'lists and keys' &&
					states.some(({ status }) => isCanceled(status)),
			),
			docs(
				'An update that returns to such an older state does not run',
				() =>
					this.hasSeveralProcessors &&
					kind === UPDATED &&
					options.onlyWhenChanged.length > 0 &&
					appointment.versions
						.slice(0, version.number)
						.some((former) => !differs(former, version, options.onlyWhenChanged)),
			),
		]);
	}

	private subject(node: string, appointment: Appointment, until = currentTime()): Subject {
		const { facts, accounts } = this.world;
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
					this.isUnsaved(execution, at) &&
					says('A run that you cancel just before n8n is killed runs again');
				const isForgotten =
					whenFinished &&
					this.isUnsaved(execution, at) &&
					says('So may the last event that ran before n8n was killed');
				return lostAt > at && !isSetBack && !isFailed && !isCanceled && !isForgotten;
			},
			since: this.sinceOf(until),
			// A check that a publication interrupts has not ended.
			isForgotten: (list, at) =>
				facts.kills.some((kill) => kill > list.at && kill < list.endedAt + MINUTE && kill <= at) ||
				facts.editedAt(Math.min(at, list.endedAt + MOMENTS_MS)) > list.at,
		};
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

	private optionsAt(at: number): Options {
		return this.world.facts.optionsAt(at);
	}

	/** Of the delivery, or of the check. */
	private optionsOf({ execution, event, node }: Said): Options {
		const arrival = this.world.facts.arrivals.findLast(
			(one) => one.delivery.event === event && one.node === node && one.at <= execution.createdAt,
		);
		return event && arrival ? arrival.options : this.optionsAt(execution.createdAt);
	}

	/** Catch Up has reported something else of the appointment since. */
	private isSurpassed(former: Said, { at }: Said): boolean {
		return this.said.some(
			(said) =>
				said.isCaughtUp &&
				said.appointment === former.appointment &&
				said.node === former.node &&
				said.version.number > former.version.number &&
				said.at <= at,
		);
	}

	/** The service has another clock than n8n, and does not show it. */
	private get hasNoClock(): boolean {
		const { hasDate, aheadMs } = this.world.around.dialect;
		return !hasDate && (aheadMs !== 0 || this.world.facts.clockEdits.length > 0);
	}

	/** What ran late had been undone before. */
	private isUndone({ appointment, said }: Subject, now: Version): boolean {
		const since = firstOf(appointment, now);
		return said.some(
			({ isCaughtUp, version, at }) =>
				!isCaughtUp && version.number < since.number && at > since.at,
		);
	}

	/** Its events were delivered in another order, and their timestamps do not tell. */
	private isOutOfOrder({ node, appointment, account, execution }: Said): boolean {
		if (account.dialect.timestamps === 'true') return false;
		const numbers = this.world.facts.arrivals
			.filter(({ at, ...one }) => one.node === node && at <= execution.createdAt)
			.map(({ delivery }) => delivery.event)
			.filter((event) => event.appointment === appointment)
			.map(({ version }) => version.number);
		return numbers.some((number, index) => index > 0 && number < numbers[index - 1]!);
	}

	/** It has happened soon after a list. */
	private isJustListed({ node, version }: Said): boolean {
		return this.world.service.listed.some(
			(list) => list.node === node && Math.abs(version.at - list.at) < 2 * MINUTE,
		);
	}

	/** n8n was killed before another run of the trigger has saved how this one has ended. */
	private isLastRun({ node, savedAt = Infinity }: Execution, until: number): boolean {
		return this.world.facts.kills.some(
			(kill) =>
				kill > savedAt &&
				kill <= until &&
				!this.world.workflow.executions.some(
					(other) => other.node === node && other.savedAt! > savedAt && other.savedAt! < kill,
				),
		);
	}

	/** n8n was killed before the next check, or the next run, has saved how a run has ended. */
	private isUnsaved(
		{ savedAt = Infinity }: Execution,
		until: number,
		withinMs = (this.world.interval ?? 0) + MINUTE,
	): boolean {
		const next = savedAt + withinMs;
		return this.world.facts.kills.some((kill) => kill > savedAt && kill < next && kill <= until);
	}

	private get hasSeveralProcessors(): boolean {
		return this.world.around.hasWorkers && this.world.around.processors > 1;
	}

	/** Something later had been delivered before. */
	private isLate({ event, version, appointment, execution }: Said): boolean {
		return this.world.facts.arrivals.some(
			({ delivery, at }) =>
				delivery.event !== event &&
				delivery.event.appointment === appointment &&
				delivery.event.version.number >= version.number &&
				at <= execution.createdAt,
		);
	}

	private hasFailed({ said }: Subject, now: Version): boolean {
		return said.some(
			({ version, execution }) =>
				isSame(version, now) && ['error', 'canceled'].includes(String(execution.status)),
		);
	}

	/** A Code node has set static data back, and n8n was started before it saved what is known. */
	private isSetBack(from: number, to: number): boolean {
		const { facts, workflow } = this.world;
		return [...facts.kills, ...facts.restarts].some((stop) => {
			const saved = workflow.runs.filter(
				({ execution: { savedAt = Infinity } }) => savedAt <= stop,
			);
			return stop >= from && stop <= to && saved.at(-1)?.hasCodeNode === true;
		});
	}
}

/** What a check reports of an appointment whose last known state was another one, or none. */
function reportOf(
	former: Version | undefined,
	now: Version,
	{ events, onlyWhenChanged, status }: Options,
): string | undefined {
	if (status.length > 0 && !status.includes(now.status)) return undefined;
	if (!former) {
		const kinds = [
			CREATED,
			...(isCanceled(now.status) ? [CANCELED] : []),
			...(LATER.includes(now.status) ? [UPDATED] : []),
		];
		return kinds.find((kind) => events.includes(kind));
	}
	if (isSame(former, now)) return undefined;
	const kind = isCanceled(now.status) && !isCanceled(former.status) ? CANCELED : UPDATED;
	if (!events.includes(kind)) return undefined;
	const isChange = onlyWhenChanged.length === 0 || differs(former, now, onlyWhenChanged);
	return kind === CANCELED || isChange ? kind : undefined;
}

/** What a delivery does not contain passes. */
function passes(
	{ calendar }: Appointment,
	data: IDataObject,
	{ status }: Version,
	options: Options,
): boolean {
	const isOpen = (value: unknown) => value === undefined && !options.verify;
	const isCalendar = options.calendar === '' || calendar === options.calendar;
	const isStatus = options.status.length === 0 || options.status.includes(status);
	return (isCalendar || isOpen(data.calendar)) && (isStatus || isOpen(data.status));
}

/** Whether two versions agree in what an event contains. */
const agrees = ({ data, kind }: Event, one: Version, other: Version): boolean =>
	(one.start === other.start || data.start_date === undefined) &&
	(one.status === other.status || (data.status === undefined && kind !== CREATED));

const differs = (one: Version, other: Version, fields: string[]): boolean =>
	fields.some((field) => one[field as 'start' | 'status'] !== other[field as 'start' | 'status']);

const show = ({ kind, version, appointment, at }: Said): string =>
	`${kind} ${version.number} ran at ${time(at)}; ${storyOf(appointment)}`;
