import type { IDataObject } from 'n8n-workflow';

import {
	isCanceled,
	latest,
	versionAt,
	type Account,
	type Appointment,
	type Version,
} from './account';
import type { Options } from './circumstances';
import { currentTime, DAY, HOUR, MINUTE } from './clock';
import { docs, says } from './docs';
import { Knowledge, type Report, type Subject } from './knowledge';
import type { Oracle } from './oracle';
import { endOf, eventIn, isFormer, saidBy, storyOf, time, type Said } from './said';
import type { Listed } from './service';
import type { World } from './world';

const NODE = 'Polling';
/** n8n starts the run of a poll so long after its list at the latest. */
const STARTED_MS = MINUTE;
/** What has begun is announced for so long at most. */
const LATE_MS = HOUR;
/** From the start of an appointment to its end, and the delay. */
const ENDED_MS = 90 * MINUTE;
/** By so much, n8n's clock may be wrong. */
const CLOCK_MS = 6 * MINUTE;
const OVER = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

/** What the polling trigger promises. */
export class PollingRules {
	private seen = 0;
	private listsSeen = 0;
	private readonly said: Said[] = [];
	private readonly knowledge: Knowledge;
	/** Since when the event, the filters and the account are the same. */
	private since = 0;
	private choice = '';

	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
	) {
		this.knowledge = new Knowledge(world);
	}

	private get isUsed(): boolean {
		return this.world.workflow.nodes.some(({ name }) => name === NODE);
	}

	observe(): void {
		if (!this.isUsed) return;
		this.edited();
		const { runs } = this.world.workflow;
		for (; this.seen < runs.length; this.seen += 1) {
			const run = runs[this.seen]!;
			if (run.node !== NODE || run.execution.mode === 'retry') continue;
			const said = saidBy(run, this.world.accounts);
			if (!said) {
				this.oracle.breach('a poll lists what exists', JSON.stringify(run.item));
				continue;
			}
			if (said.execution.createdAt >= this.since) this.judge(said);
			this.said.push(said);
		}
		this.reminded();
	}

	conclude(): void {
		this.missed();
	}

	/** What lasts is reported, while polls work. */
	missed(): void {
		const { accountNow, optionsNow } = this.world;
		if (!this.isUsed || isMoment(optionsNow.polled)) return;
		for (const appointment of accountNow.appointments.values()) {
			const now = latest(appointment);
			const isWatched =
				appointment.deletedAt === Infinity &&
				now.start > currentTime() - DAY + this.knowledge.zonesMs;
			if (!isWatched) continue;
			const subject = this.subject(appointment);
			const [known] = this.knowledge.of(subject, currentTime());
			const isHidden = this.world.around.dialect.hides !== 'nothing' && isCanceled(now.status);
			if (isHidden && ((known?.from ?? -1) < 0 || optionsNow.polled === 'created')) continue;
			if (!this.knowledge.isNews(subject)) continue;
			this.oracle.breach('a poll loses no change', storyOf(appointment), [
				this.unstarted(appointment),
				docs(
					'again and again until it starts',
					() =>
						isHidden &&
						appointment.versions.slice(known?.from).some(({ start }) => start < currentTime()),
				),
			]);
		}
	}

	private unstarted(appointment: Appointment) {
		return docs('If n8n cannot start the run of a poll, its items are lost', () =>
			this.world.workflow.unstarted.some(
				({ node, item }) =>
					node === NODE && eventIn(item, this.world.accounts)?.appointment === appointment,
			),
		);
	}

	/** With another event or filter, the next poll only records. */
	private edited(): void {
		const { polled, status, calendar } = this.world.optionsNow;
		const choice = JSON.stringify(isMoment(polled) ? polled : [polled, status, calendar]);
		if (this.choice !== '' && choice !== this.choice) this.since = currentTime();
		this.choice = choice;
	}

	private judge(said: Said): void {
		const { kind, appointment, version, previous, account, execution } = said;
		if (kind === 'startsSoon') return this.judgeReminder(said);
		if (kind === 'ended') return this.judgeEnded(said);
		const at = execution.createdAt;
		const subject = this.subject(appointment);
		const list = this.knowledge.lists(subject, at).at(-1);
		if (!list || endOf(appointment, version) < list.viewAt) {
			this.oracle.breach('a poll reports what is', show(said));
		}
		const first = this.firstOf(appointment, version);
		const formers = this.knowledge
			.of(subject, at)
			.flatMap((known) =>
				known.from >= first ? [] : this.knowledge.possible(subject, known, first),
			)
			.filter((former) => subject.report(at)(former, version) === kind);
		const excuses = [
			docs('If n8n is restarted before the next save, the same events run again', () =>
				this.world.facts.isStoppedBetween(this.since, at),
			),
		];
		if (formers.length === 0) this.oracle.breach('a poll reports only news', show(said), excuses);
		else if (previous && !formers.some((one) => isPrevious(previous, account, one))) {
			const detail = `${JSON.stringify(previous)}: ${show(said)}`;
			this.oracle.breach('previous is a former state', detail, excuses);
		}
	}

	/** The version that brought what the event is about. */
	private firstOf(appointment: Appointment, version: Version): number {
		const { polled } = this.world.optionsNow;
		if (polled === 'created') return 1;
		const field = polled === 'rescheduled' ? 'start' : 'status';
		let first = version.number;
		while (first > 0 && appointment.versions[first - 1]![field] === version[field]) first -= 1;
		return Math.max(first, 1);
	}

	private judgeReminder(said: Said): void {
		const { appointment, version, execution, item } = said;
		const leadMs = leadOf(item);
		const at = execution.createdAt;
		const { isZoneWrong, around, optionsNow } = this.world;
		const isSoon =
			version.start <= at + leadMs + 5 * MINUTE && version.start > at - LATE_MS - 2 * around.pollMs;
		if (!isAnnounced(version, optionsNow) || (!isSoon && !isZoneWrong)) {
			this.oracle.breach('a reminder is for what begins soon', show(said));
		}
		this.judgeNotice(said, leadMs);
		const isRepeated = this.said.some(
			(former) =>
				former.kind === 'startsSoon' &&
				former.appointment === appointment &&
				former.version.start === version.start &&
				leadOf(former.item) <= leadMs,
		);
		if (!isRepeated || isZoneWrong) return;
		this.oracle.breach('each lead time is announced once', show(said), [
			docs('If n8n is restarted before the next save, the same events run again', () =>
				this.world.facts.isStoppedBetween(this.since, at),
			),
		]);
	}

	/** What was booked after the poll that could have announced it is skipped. */
	private judgeNotice(said: Said, leadMs: number): void {
		const { appointment, version, execution } = said;
		const [before, list] = this.knowledge
			.lists(this.subject(appointment), execution.createdAt)
			.slice(-2);
		const { isZoneWrong, optionsNow } = this.world;
		if (!optionsNow.skipShortNotice || isZoneWrong) return;
		if (!before || !list || version.number > 0) return;
		if (this.world.facts.isStoppedBetween(before.at - MINUTE, list.endedAt + STARTED_MS)) return;
		const isLate = version.at > before.at && version.start < before.at + leadMs - CLOCK_MS;
		if (isLate) this.oracle.breach('short notice is skipped', show(said));
	}

	/** Each list announces what begins within a lead time. */
	private reminded(): void {
		const { service, optionsNow, facts, isZoneWrong, accountNow } = this.world;
		const { listed } = service;
		for (; this.listsSeen < listed.length; this.listsSeen += 1) {
			const list = listed[this.listsSeen]!;
			if (list.endedAt > currentTime() - STARTED_MS) return;
			const isJudged =
				list.node === NODE && list.at > this.since && list.account === accountNow && !isZoneWrong;
			if (!isJudged || !isMoment(optionsNow.polled)) continue;
			if (facts.isStoppedBetween(list.at - MINUTE, list.endedAt + STARTED_MS)) continue;
			if (facts.editedAt(list.at) !== facts.editedAt(currentTime())) continue;
			for (const appointment of list.account.appointments.values()) {
				if (optionsNow.polled === 'ended') this.hasEnded(list, appointment);
				else this.announced(list, appointment);
			}
		}
	}

	private announced(list: Listed, appointment: Appointment): void {
		const { optionsNow, around } = this.world;
		const version = versionAt(appointment, list.viewAt);
		if (!version || appointment.deletedAt <= list.viewAt) return;
		if (around.dialect.hides !== 'nothing' && isCanceled(version.status)) return;
		const { calendar, moreLeadTimes, skipShortNotice } = optionsNow;
		if (calendar !== '' && calendar !== appointment.calendar) return;
		if (!isAnnounced(version, optionsNow)) return;
		const leads = [24, ...moreLeadTimes].map((hours) => hours * HOUR);
		const margin = CLOCK_MS;
		const leadMs = leads.sort((a, b) => a - b).find((ms) => version.start <= list.at + ms - margin);
		if (leadMs === undefined || version.start < list.endedAt + margin) return;
		// A booking counts as short notice unless the previous poll was before the lead time.
		const bookedMs = version.start - appointment.versions[0]!.at;
		if (skipShortNotice && (bookedMs < leadMs + 2 * around.pollMs || version.number > 0)) return;
		const isSaid = this.said.some(
			(said) =>
				said.appointment === appointment &&
				said.version.start === version.start &&
				leadOf(said.item) <= leadMs &&
				said.execution.createdAt <= list.endedAt + STARTED_MS,
		);
		if (isSaid) return;
		this.oracle.breach(
			'what begins soon is announced',
			`by the list at ${time(list.at)}; ${storyOf(appointment)}`,
			[this.unstarted(appointment)],
		);
	}

	/** Only what ended the delay ago runs, once, and nothing that was due before the first poll. */
	private judgeEnded(said: Said): void {
		const { appointment, version, execution } = said;
		const { isZoneWrong, service, accountNow } = this.world;
		const first = service.listed.find(
			({ node, at, account }) => node === NODE && at >= this.since && account === accountNow,
		);
		const dueAt = version.start + ENDED_MS;
		const at = execution.createdAt;
		const isDue = dueAt <= at + CLOCK_MS && dueAt >= (first?.at ?? 0) - CLOCK_MS;
		if (!isZoneWrong && (!isDue || !isOver(version, this.world.optionsNow))) {
			this.oracle.breach('what has ended is due', show(said));
		}
		const isRepeated = this.said.some(
			(former) =>
				former.kind === 'ended' &&
				former.appointment === appointment &&
				version.start <= former.execution.createdAt - CLOCK_MS,
		);
		if (!isRepeated || isZoneWrong) return;
		this.oracle.breach('the end is announced once', show(said), [
			docs('If n8n is restarted before the next save, the same events run again', () =>
				this.world.facts.isStoppedBetween(this.since, at),
			),
		]);
	}

	/** A list announces what has ended since the poll before it. */
	private hasEnded(list: Listed, appointment: Appointment): void {
		const { optionsNow, service, facts, around } = this.world;
		const version = versionAt(appointment, list.viewAt);
		if (!version || appointment.deletedAt <= list.viewAt) return;
		const dueAt = version.start + ENDED_MS;
		const before = service.listed.find(
			(one) => one.node === NODE && one.at >= this.since && one.account === list.account,
		);
		const wasPublished = [...facts.published, ...facts.unpublished].every(
			(at) => at < dueAt - CLOCK_MS || at > list.endedAt,
		);
		const isDue = dueAt < list.at - CLOCK_MS && (before?.at ?? Infinity) < dueAt - CLOCK_MS;
		const isLate = dueAt < list.at - 2 * DAY + HOUR || version.at > dueAt - CLOCK_MS;
		const { calendar } = optionsNow;
		const isWanted =
			isOver(version, optionsNow) && (!calendar || calendar === appointment.calendar);
		const isHidden = around.dialect.hides !== 'nothing' && isCanceled(version.status);
		if (!isDue || isLate || !isWanted || isHidden || !wasPublished) return;
		const isSaid = this.said.some(
			(said) =>
				said.appointment === appointment &&
				said.execution.createdAt <= list.endedAt + STARTED_MS &&
				(said.version.start === version.start || said.execution.createdAt > version.start),
		);
		if (isSaid) return;
		const detail = `by the list at ${time(list.at)}; ${storyOf(appointment)}`;
		this.oracle.breach('what has ended is announced', detail, [this.unstarted(appointment)]);
	}

	private subject(appointment: Appointment): Subject {
		const { accounts, facts, workflow, service } = this.world;
		const account = accounts.find(
			({ appointments }) => appointments.get(appointment.key) === appointment,
		)!;
		const runs = workflow.executions.filter(({ node }) => node === NODE);
		const others = service.listed.filter((one) => one.node === NODE && one.account !== account);
		return {
			node: NODE,
			account,
			appointment,
			said: this.said.filter(
				(one) => one.appointment === appointment && one.execution.createdAt >= this.since,
			),
			report: (at) => this.report(at, appointment),
			counts: () => true,
			// The first poll of another account only records.
			since: Math.max(this.since, ...others.map(({ endedAt }) => endedAt)),
			waits: false,
			skips: ({ status }, { from }) => this.skips(status, from >= 0),
			// n8n saves when a poll starts a run.
			isForgotten: (list, at) =>
				[...facts.kills, ...facts.restarts, ...facts.unpublished].some(
					(stop) =>
						stop >= list.at &&
						stop <= at &&
						!runs.some(({ createdAt }) => createdAt >= list.endedAt && createdAt < stop),
				),
		};
	}

	private skips(status: string, isKnown: boolean): boolean {
		const { polled, status: wanted } = this.world.optionsNow;
		const isSkipped = polled === 'created' || (polled === 'rescheduled' && isKnown);
		return (
			isSkipped &&
			wanted.length > 0 &&
			!wanted.includes(status) &&
			says('what is new or has moved counts once it has the status')
		);
	}

	private report(at: number, { calendar }: Appointment): Report {
		const options = this.world.facts.optionsAt(at);
		const isCalendar = options.calendar === '' || options.calendar === calendar;
		return (former, now) => (isCalendar ? reportOf(former, now, options) : undefined);
	}
}

function reportOf(
	former: Version | undefined,
	now: Version,
	{ polled, status }: Options,
): string | undefined {
	if (status.length > 0 && !status.includes(now.status)) return undefined;
	const isReported = {
		created: !former,
		rescheduled: former && former.start !== now.start,
		statusChanged: former && former.status !== now.status,
		canceled: isCanceled(now.status) && !(former && isCanceled(former.status)),
		startsSoon: false,
		ended: false,
	}[polled];
	return isReported ? polled : undefined;
}

function isAnnounced({ status }: Version, options: Options): boolean {
	if (options.status.length > 0) return options.status.includes(status);
	return !isCanceled(status) && !OVER.includes(status);
}

const isMoment = (polled: Options['polled']): boolean => ['startsSoon', 'ended'].includes(polled);

function isOver({ status }: Version, options: Options): boolean {
	if (options.status.length > 0) return options.status.includes(status);
	return !isCanceled(status) && status !== 'NO_SHOW';
}

/** Of an appointment that was not known, both fields are null. */
function isPrevious(previous: IDataObject, account: Account, former: Version | undefined): boolean {
	const isUnknown = Object.values(previous).every((value) => value === null);
	return former ? !isUnknown && isFormer(previous, account, former) : isUnknown;
}

const leadOf = ({ leadTime }: Said['item']): number =>
	Number((leadTime as { value?: number } | undefined)?.value) * HOUR;

const show = ({ kind, version, appointment, at, previous }: Said): string =>
	`${kind} ${version.number} at ${time(at)}, previous ${JSON.stringify(previous)}; ${storyOf(appointment)}`;
