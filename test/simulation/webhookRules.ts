import type { IDataObject } from 'n8n-workflow';

import {
	CANCELED,
	CREATED,
	UPDATED,
	isCanceled,
	type Appointment,
	type Event,
	type Version,
} from './account';
import { currentTime } from './clock';
import { Epoch } from './epoch';
import type { Delivery, Oracle } from './oracle';
import { firstOf, isFormer, isSame, saidBy, storyOf, time, type Said } from './said';
import type { Options } from './steps';
import { INTERVALS, type World } from './world';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What has begun earlier may not be listed. */
const LISTED_MS = 23 * HOUR;
const FIRST_CHECK_MS = 5_000;
/** A start without an offset may be read in another zone than the service's. */
const ZONES_MS = 27 * HOUR;

interface Acknowledged {
	delivery: Delivery;
	at: number;
	options: Options;
	/** Whether its kind was selected and it passes the filters. */
	isWanted: boolean;
	node: string;
}

/** What must hold for the webhook trigger. */
export class WebhookRules {
	private readonly all: Said[] = [];
	private readonly acks: Acknowledged[] = [];
	private seen = 0;
	private readonly epoch: Epoch;
	private editedAt = 0;

	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
	) {
		this.epoch = new Epoch(world, oracle);
	}

	begin(): void {
		this.epoch.begin();
	}

	changed(): void {
		this.epoch.change();
	}

	edited(): void {
		this.editedAt = currentTime();
	}

	acknowledged(delivery: Delivery, options: Options): void {
		const { version, kind, appointment } = delivery.event;
		const isWanted = options.events.includes(kind) && passes(appointment, version, options);
		const node = delivery.url.includes('Second') ? 'Second Webhook' : 'Webhook';
		this.acks.push({ delivery, at: currentTime(), options, isWanted, node });
	}

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
			this.all.push(said);
		}
	}

	conclude(): void {
		this.observe();
		for (const ack of this.acks) this.ran(ack);
		if (INTERVALS[this.world.optionsNow.catchUp] === undefined) return;
		for (const appointment of this.world.accountNow.appointments.values()) this.known(appointment);
	}

	private get listedMs(): number {
		return LISTED_MS - (this.world.around.dialect.dates === 'wallClock' ? ZONES_MS : 0);
	}

	private before(said: Said): Said[] {
		return this.all.filter(
			(former) =>
				former.appointment === said.appointment &&
				former.run.node === said.run.node &&
				this.counts(former),
		);
	}

	/** With When Finished, a run that fails is not acknowledged. */
	private counts({ run, isCaughtUp }: Said): boolean {
		const isRefused = run.status === 'error' && !isCaughtUp && this.world.optionsNow.whenFinished;
		return !run.isLost && !isRefused;
	}

	/** A check reports what is new, and what no delivery and no run has said. */
	private caughtUp(said: Said): void {
		const { appointment, version, run, account } = said;
		const first = firstOf(appointment, version);
		const tell = (why: string) =>
			this.oracle.breach('a check reports only news', `${why}: ${show(said)}`);
		if (account !== this.world.accountNow && run.at > this.epoch.since + 5 * MINUTE) {
			return tell('it belongs to another account');
		}
		const { since, recordedAt } = this.epoch;
		// What is booked at the moment of the list may not be in it.
		const isRecorded = first.at <= since || first.at < recordedAt;
		if (isRecorded && !this.epoch.isVague) return tell('it was there when recorded');
		const { dialect, hasWorkers } = this.world.around;
		const { onlyWhenChanged } = this.world.optionsNow;
		// The table of processed keys has states, and these deliveries have none.
		if (hasWorkers && dialect.content !== 'whole') return;
		const earlier = this.before(said).find(
			(former) =>
				former.version.number >= first.number &&
				(isWhole(former.run) || this.isWhole(appointment, former.version, former.run.at)) &&
				!this.isSetBack(former, said),
		);
		if (earlier) return tell(`a run at ${time(earlier.run.at)} has said it`);
		const heard = this.acks.find(
			({ delivery: { event, account: from }, at, isWanted, node }) =>
				node === run.node &&
				event.appointment === appointment &&
				from === account &&
				event.version.number >= first.number &&
				event.version.number <= version.number &&
				isWanted &&
				at < run.at &&
				at > this.editedAt &&
				at > this.epoch.since &&
				!this.oracle.isKilledBetween(at, run.at) &&
				// The main process does not see an update that does not run.
				!(hasWorkers && event.kind === UPDATED && onlyWhenChanged.length > 0) &&
				this.isWhole(appointment, event.version, at),
		);
		if (heard) tell(`it was delivered at ${time(heard.at)}`);
	}

	/** After a start of n8n, only a check tells what is late: a late delivery before it counts. */
	private isSetBack(former: Said, { appointment, version, run }: Said): boolean {
		// What has run is recorded by its state, and these deliveries may have none.
		const isIncomplete = this.world.around.dialect.content !== 'whole';
		if (isIncomplete && this.oracle.isKilledBetween(former.run.at, run.at)) return true;
		return this.acks.some(
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
				this.acks.some(
					(ack) =>
						ack.delivery.event.version === earlier && ack.at <= at && ack.at > this.epoch.since,
				),
			);
	}

	/** An event runs once, and not after a check has reported it. */
	private delivered(said: Said): void {
		const { event, version, appointment, kind } = said;
		const { dialect, hasWorkers } = this.world.around;
		for (const former of this.before(said)) {
			if (former.event === event && !this.mayRunAgain(former, said)) {
				const at = time(former.run.at);
				this.oracle.breach('an event runs once', `it ran at ${at}: ${show(said)}`);
			}
			const isReported =
				former.isCaughtUp &&
				former.kind === kind &&
				former.version.number >= version.number &&
				(kind === CREATED || firstOf(appointment, former.version) === version) &&
				former.run.at > this.epoch.since &&
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
		return this.acks.some(
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
		// In queue mode, a webhook processor may know what was saved before the last run has ended.
		const { hasWorkers } = this.world.around;
		const numbers = this.before(said)
			.filter(({ run }) => isWhole(run) && !hasWorkers && run.at > this.epoch.since)
			.map((former) => former.version.number)
			.filter((number) => number < version.number);
		const former = appointment.versions.slice(Math.max(0, ...numbers), version.number + 1);
		const { content } = this.world.around.dialect;
		// If it delivers changed fields only, each may come from another version.
		const parts = content === 'whole' ? [previous] : partsOf(previous);
		const isKnown = (part: IDataObject) => former.some((state) => isFormer(part, account, state));
		if (parts.every(isKnown)) return;
		// After a start of n8n, only a check tells what is late.
		const last = this.before(said).at(-1);
		const isLateUnknown = last && this.oracle.isKilledBetween(last.run.at, said.run.at);
		if (isLateUnknown && isFormer(previous, account, last.version)) return;
		this.oracle.breach('previous is a former state', `${JSON.stringify(previous)}: ${show(said)}`);
	}

	/** What was acknowledged has run, unless it needed no run. */
	private ran({ delivery, at, options, isWanted, node }: Acknowledged): void {
		const { event, url } = delivery;
		const { appointment, version, kind } = event;
		if (!isWanted || url.includes('webhook-test')) return;
		const all = this.all.filter(({ run }) => run.node === node);
		if (all.some((said) => said.event === event)) return;
		if (this.oracle.isKilledBetween(at, at + 30_000)) return;
		const isReported = all.some(
			(said) =>
				said.isCaughtUp &&
				said.appointment === appointment &&
				said.kind === kind &&
				said.version.number >= version.number &&
				(kind === CREATED || agrees(event, said.version)) &&
				said.run.at <= at + 1_000,
		);
		if (isReported || (options.verify && appointment.versions.length > version.number + 1)) return;
		// The account of the credential does not know it.
		const isElsewhere = delivery.account !== this.world.accountNow;
		if (options.verify && (appointment.isDeleted || isElsewhere)) return;
		if (kind === UPDATED && options.onlyWhenChanged.length > 0 && !this.hasChanged(event, at)) {
			return;
		}
		const story = storyOf(appointment);
		const detail = `${kind} ${version.number} acknowledged at ${time(at)}; ${story}`;
		this.oracle.breach('an acknowledged event runs', detail);
	}

	/** Only When Changed: whether it differs from everything that may be known. */
	private hasChanged({ appointment, version }: Delivery['event'], at: number): boolean {
		const { optionsNow, around } = this.world;
		if (around.dialect.content !== 'whole' || this.editedAt > 0) return false;
		const known = [
			...this.acks.filter(
				(ack) =>
					ack.delivery.event.appointment === appointment &&
					ack.at < at &&
					ack.at > this.epoch.since,
			),
		].map((ack) => ack.delivery.event.version.number);
		const said = this.all.filter((one) => one.appointment === appointment && one.run.at < at);
		const numbers = [...known, ...said.map((one) => one.version.number)];
		if (numbers.length === 0 || Math.max(...numbers) >= version.number) return false;
		if (this.oracle.isKilledBetween(this.epoch.since, at)) return false;
		return appointment.versions
			.slice(Math.max(...numbers), version.number)
			.every((former) => differs(former, version, optionsNow.onlyWhenChanged));
	}

	/** In the end, the present state of each appointment was said, or recorded, or is not selected. */
	private known(appointment: Appointment): void {
		const { optionsNow, triggersOfWebhook, around } = this.world;
		const now = appointment.versions.at(-1)!;
		const { recordedAt } = this.epoch;
		const isListed = !appointment.isDeleted && now.start > currentTime() - this.listedMs;
		if (!isListed || !passes(appointment, now, optionsNow)) return;
		// A poll lists as well, shortly before the first check.
		const hasPolls = around.triggers === 'webhook and polling';
		const checkedAt = recordedAt + (hasPolls ? FIRST_CHECK_MS : 0);
		if (Math.max(checkedAt, this.editedAt) >= now.at) return;
		for (const node of triggersOfWebhook) {
			const said = this.all.filter(
				(one) => one.appointment === appointment && one.run.node === node && this.counts(one),
			);
			const numbers = said
				.filter(({ run }) => run.at > this.epoch.since)
				.map(({ version }) => version.number);
			const recorded = appointment.versions.findLast(({ at }) => at <= recordedAt);
			const from = Math.max(-1, recorded?.number ?? -1, ...numbers);
			const between = appointment.versions.slice(Math.max(0, from), now.number);
			if (from >= 0 && between.some((state) => isSame(state, now))) continue;
			if (from >= now.number) continue;
			// What began a day before a change is not listed, and then forgotten.
			const isNew = from < 0 || between.some(({ start }) => start < now.at - this.listedMs);
			if (from < 0 && around.dialect.hides && isCanceled(now.status)) continue;
			// Workers know only the states that runs were about.
			const first = firstOf(appointment, now).number;
			if (this.isUnknown(appointment, node)) continue;
			const isBack = appointment.versions.slice(0, first).some((state) => isSame(state, now));
			if (around.hasWorkers && isBack) continue;
			const kinds = [...(isNew ? [CREATED] : []), ...between.map((state) => kindOf(state, now))];
			if (kinds.some((kind) => !optionsNow.events.includes(kind))) continue;
			const { onlyWhenChanged } = optionsNow;
			const isUnchanged = between.some(
				(state) =>
					kindOf(state, now) === UPDATED &&
					onlyWhenChanged.length > 0 &&
					!differs(state, now, onlyWhenChanged),
			);
			if (isUnchanged) continue;
			this.oracle.breach('no change is lost', `last said: ${from}; ${storyOf(appointment)}`);
		}
	}

	/** A delivery without start and status has left its state unknown, and no list had it before its last change. */
	private isUnknown(appointment: Appointment, node: string): boolean {
		const now = appointment.versions.at(-1)!;
		return this.acks.some((ack) => {
			const { event } = ack.delivery;
			const { start_date, status } = event.body.data as IDataObject;
			if (ack.node !== node || event.appointment !== appointment) return false;
			if (start_date !== undefined || status !== undefined) return false;
			return !this.world.service.listed.some(({ at }) => {
				const then = appointment.versions.findLast((version) => version.at <= at);
				const isListed = then !== undefined && then.start > at - this.listedMs;
				return at > ack.at && at < now.at && isListed;
			});
		});
	}
}

const partsOf = ({ start_date, status }: IDataObject): IDataObject[] => [
	{ start_date },
	{ status },
];

/** Whether it has said the start and the status. */
function isWhole({ item }: Said['run']): boolean {
	const { start_date, status } = item.data as IDataObject;
	return start_date !== undefined && status !== undefined;
}

/** Whether a version has the start and the status that an event delivers. */
const agrees = ({ body, version }: Event, { start, status }: Version): boolean => {
	const data = body.data as IDataObject;
	const hasStart = data.start_date === undefined || version.start === start;
	return hasStart && (data.status === undefined || version.status === status);
};

const kindOf = (former: Version, now: Version): string =>
	isCanceled(now.status) && !isCanceled(former.status) ? CANCELED : UPDATED;

const differs = (one: Version, other: Version, fields: string[]): boolean =>
	fields.some((field) => one[field as 'start' | 'status'] !== other[field as 'start' | 'status']);

export function passes(
	{ calendar }: Appointment,
	{ status }: Version,
	{ calendar: wanted, status: statuses }: Options,
): boolean {
	if (wanted !== '' && wanted !== calendar) return false;
	return statuses.length === 0 || statuses.includes(status);
}

const show = ({ kind, version, appointment, run }: Said): string =>
	`${kind} ${version.number} ran at ${time(run.at)}; ${storyOf(appointment)}`;
