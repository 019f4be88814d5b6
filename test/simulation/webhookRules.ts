import type { IDataObject } from 'n8n-workflow';

import { CREATED, UPDATED, type Appointment, type Version } from './account';
import { DAY, HOUR, MINUTE } from './clock';
import type { Heard } from './heard';
import type { Oracle } from './oracle';
import { firstOf, isFormer, partsOf, saidBy, storyOf, time, type Said } from './said';
import type { World } from './world';

/** A list may show a change a little later than its event says. */
const LAG_MS = MINUTE;
/** A check takes so long at most, with its grace period. */
const CHECK_MS = MINUTE;
/** What must hold for the webhook trigger. */
export class WebhookRules {
	private seen = 0;

	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
		private readonly heard: Heard,
	) {}

	observe(): void {
		const { runs } = this.world.workflow;
		for (; this.seen < runs.length; this.seen += 1) {
			const run = runs[this.seen]!;
			if (run.node === 'Polling') continue;
			const said = saidBy(run, this.world.accounts);
			if (!said) {
				this.oracle.breach('a run has a reason', JSON.stringify(run.item));
				continue;
			}
			if (said.isCaughtUp) this.caughtUp(said);
			else this.delivered(said);
			this.previous(said);
			this.heard.said.push(said);
		}
	}

	/** A check reports what is new, and what no delivery and no run has said. */
	private caughtUp(said: Said): void {
		const { appointment, version, run, account } = said;
		const first = firstOf(appointment, version);
		const tell = (why: string) =>
			this.oracle.breach('a check reports only news', `${why}: ${show(said)}`);
		if (account !== this.world.accountNow && run.at > this.heard.epoch.since + 5 * MINUTE) {
			return tell('it belongs to another account');
		}
		const { since } = this.heard.epoch;
		const recordedAt = this.heard.epoch.recordedAt(run.node);
		// What is booked at the moment of the list may not be in it.
		const isRecorded = first.at <= since || first.at < recordedAt;
		if (isRecorded && !this.heard.epoch.isUnclear(run.node) && !this.heard.isInterrupted(said))
			return tell('it was there when recorded');
		const { dialect, hasWorkers } = this.world.around;
		const { onlyWhenChanged } = this.world.optionsNow;
		// The table of processed keys has states, and these deliveries have none.
		if (hasWorkers && dialect.content !== 'whole') return;
		const earlier = this.heard
			.before(said)
			.find(
				(former) =>
					former.version.number >= first.number &&
					(isWhole(former.run) || this.isWhole(appointment, former.version, former.run.at)) &&
					!this.isSetBack(former, said),
			);
		if (earlier) return tell(`a run at ${time(earlier.run.at)} has said it`);
		const heard = this.heard.acks.find(
			({ delivery: { event, account: from }, at, isWanted, node }) =>
				node === run.node &&
				event.appointment === appointment &&
				from === account &&
				event.version.number >= first.number &&
				event.version.number <= version.number &&
				isWanted &&
				at < run.at &&
				at > this.heard.editedAt &&
				at > this.heard.epoch.since &&
				!this.oracle.isKilledBetween(at, run.at) &&
				!this.oracle.isReread(at, run.at) &&
				!this.heard.before(said).some((former) => this.heard.isOverwritten(former, said)) &&
				// The main process does not see an update that does not run.
				!(hasWorkers && event.kind === UPDATED && onlyWhenChanged.length > 0) &&
				this.isWhole(appointment, event.version, at),
		);
		if (heard) tell(`it was delivered at ${time(heard.at)}`);
	}

	/** After a start of n8n, only a check says what is late: a late delivery before it counts. */
	private isSetBack(former: Said, { appointment, version, run }: Said): boolean {
		// What has run is recorded by its state, and these deliveries may have none.
		const { dialect } = this.world.around;
		const isIncomplete = dialect.content !== 'whole';
		if (isIncomplete && this.oracle.isKilledBetween(former.run.at, run.at)) return true;
		if (this.oracle.isReread(former.run.at, run.at)) return true;
		return this.heard.acks.some(
			({ delivery: { event }, at }) =>
				event.appointment === appointment &&
				event.version.number < version.number &&
				at <= run.at &&
				this.oracle.isKilledBetween(former.run.at, at),
		);
	}

	/** A delivery says everything, or all before it have arrived. */
	private isWhole(appointment: Appointment, version: Version, at: number): boolean {
		if (this.world.around.dialect.content === 'whole') return true;
		return appointment.versions
			.slice(1, version.number)
			.every((earlier) =>
				this.heard.acks.some(
					(ack) =>
						ack.delivery.event.version === earlier &&
						ack.at <= at &&
						ack.at > this.heard.epoch.since,
				),
			);
	}

	/** An event runs once, and not after a check has reported it. */
	private delivered(said: Said): void {
		const { event, version, appointment, kind } = said;
		const { dialect, hasWorkers } = this.world.around;
		for (const former of this.heard.before(said)) {
			if (former.event === event && !this.mayRunAgain(former, said)) {
				const at = time(former.run.at);
				this.oracle.breach('an event runs once', `it ran at ${at}: ${show(said)}`);
			}
			const isReported =
				former.isCaughtUp &&
				former.kind === kind &&
				former.version.number >= version.number &&
				(kind === CREATED || firstOf(appointment, former.version) === version) &&
				former.run.at > this.heard.epoch.since &&
				!this.heard.isOverwritten(former, said) &&
				(dialect.content === 'whole' ||
					(!hasWorkers && version.start > said.run.at - DAY && !this.isFollowed(former, said)));
			if (isReported) {
				const at = time(former.run.at);
				this.oracle.breach('a late delivery does not run', `reported at ${at}: ${show(said)}`);
			}
		}
	}

	/** What has been delivered in between decides how an incomplete delivery is read. */
	private isFollowed(former: Said, { run, event, appointment }: Said): boolean {
		return this.heard.acks.some(
			({ delivery, at }) =>
				delivery.event.appointment === appointment &&
				delivery.event !== event &&
				at >= former.run.at &&
				at <= run.at,
		);
	}

	/** It has failed or, with When Finished, n8n was killed before it had saved the success. */
	private mayRunAgain({ run }: Said, again: Said): boolean {
		const wasKilled = this.oracle.isKilledBetween(run.at, again.run.at);
		return run.status === 'error' || (this.world.optionsNow.whenFinished && wasKilled);
	}

	/** `previous` is what was known: a former state, not older than what the last run has said. */
	private previous(said: Said): void {
		const { previous, appointment, version, account } = said;
		if (!previous || !this.oracle.isConverted(said.run.at)) return;
		// In queue mode, a webhook processor may know what was saved before the last run has ended, and
		// does not know when it happened.
		const { hasWorkers } = this.world.around;
		const numbers = this.heard
			.before(said)
			.filter(({ run }) => isWhole(run) && !hasWorkers && run.at > this.heard.epoch.since)
			.filter((former) => !this.heard.isOverwritten(former, said))
			.map((former) => former.version.number)
			.filter((number) => number < version.number);
		const end = hasWorkers ? undefined : version.number + 1;
		const former = appointment.versions.slice(Math.max(0, ...numbers), end);
		const { content } = this.world.around.dialect;
		// If it delivers changed fields only, each may come from another version.
		const parts = content === 'whole' ? [previous] : partsOf(previous);
		// After a start of n8n, only a check tells what is late.
		const earlier = this.isUnchecked(said) ? this.heard.before(said) : [];
		const isSetBack = earlier.some((one) => this.heard.isOverwritten(one, said));
		former.push(...(isSetBack ? appointment.versions : earlier.map((one) => one.version)));
		const isKnown = (part: IDataObject) => former.some((state) => isFormer(part, account, state));
		if (parts.every(isKnown)) return;
		this.oracle.breach('previous is a former state', `${JSON.stringify(previous)}: ${show(said)}`);
	}

	/** Since the latest start of n8n, no check with the appointment has ended. */
	private isUnchecked({ run, version, account, appointment }: Said): boolean {
		const startedAt = this.oracle.kills.findLast((at) => at <= run.at);
		if (startedAt === undefined) return false;
		// A list says nothing about what it does not contain.
		const isOld = appointment.versions.some(({ start }) => start < run.at - DAY + HOUR);
		if (appointment.isDeleted || isOld) return true;
		return !this.world.service.listed.some(
			(list) =>
				list.node === run.node &&
				list.account === account &&
				list.at > Math.max(startedAt, version.at + LAG_MS) &&
				list.at < run.at - CHECK_MS,
		);
	}
}

/** Whether it has said the start and the status. */
function isWhole({ item }: Said['run']): boolean {
	const { start_date, status } = item.data as IDataObject;
	return start_date !== undefined && status !== undefined;
}

const show = ({ kind, version, appointment, run }: Said): string =>
	`${kind} ${version.number} ran at ${time(run.at)}; ${storyOf(appointment)}`;
