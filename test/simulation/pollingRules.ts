import type { IDataObject } from 'n8n-workflow';

import { isCanceled, latest, type Account, type Appointment, type Version } from './account';
import type { Options } from './circumstances';
import { currentTime, DAY, MINUTE } from './clock';
import { docs, says } from './docs';
import { judgeEndAnnounced, judgeEnded } from './endedRules';
import { Knowledge, type Report, type Subject } from './knowledge';
import type { Oracle } from './oracle';
import { NODE, show, STARTED_MS, unstarted, type PollingPast } from './pollingPast';
import { judgeAnnounced, judgeReminder } from './reminderRules';
import { endOf, isFormer, saidBy, storyOf, type Said } from './said';
import type { Listed } from './service';
import type { World } from './world';

/** What the polling trigger promises. */
export class PollingRules implements PollingPast {
	private seen = 0;
	private listsSeen = 0;
	readonly said: Said[] = [];
	private readonly knowledge: Knowledge;
	/** Since when the event, the filters and the account are the same. */
	since = 0;
	private choice = '';

	constructor(
		readonly world: World,
		readonly oracle: Oracle,
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
				unstarted(this, appointment),
				docs(
					'again and again until it starts',
					() =>
						isHidden &&
						appointment.versions.slice(known?.from).some(({ start }) => start < currentTime()),
				),
			]);
		}
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
		if (kind === 'startsSoon') return judgeReminder(this, said);
		if (kind === 'ended') return judgeEnded(this, said);
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
				if (optionsNow.polled === 'ended') judgeEndAnnounced(this, list, appointment);
				else judgeAnnounced(this, list, appointment);
			}
		}
	}

	lists(appointment: Appointment, at: number): Listed[] {
		return this.knowledge.lists(this.subject(appointment), at);
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

const isMoment = (polled: Options['polled']): boolean => ['startsSoon', 'ended'].includes(polled);

/** Of an appointment that was not known, both fields are null. */
function isPrevious(previous: IDataObject, account: Account, former: Version | undefined): boolean {
	const isUnknown = Object.values(previous).every((value) => value === null);
	return former ? !isUnknown && isFormer(previous, account, former) : isUnknown;
}
