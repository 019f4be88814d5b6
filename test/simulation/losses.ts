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
import { currentTime, HOUR } from './clock';
import { passes, type Acknowledged, type Heard } from './heard';
import type { Oracle } from './oracle';
import { firstOf, isSame, storyOf, time } from './said';
import type { Run } from './workflow';
import { INTERVALS, type World } from './world';

/** What has begun earlier may not be listed. */
const LISTED_MS = 23 * HOUR;
/** A start without an offset may be read in another zone than the service's. */
const ZONES_MS = 27 * HOUR;

/** What must not be lost by a webhook trigger, seen from the end of a history. */
export class Losses {
	constructor(
		private readonly world: World,
		private readonly oracle: Oracle,
		private readonly heard: Heard,
	) {}

	conclude(): void {
		for (const ack of this.heard.acks) this.ran(ack);
		if (INTERVALS[this.world.optionsNow.catchUp] === undefined) return;
		for (const appointment of this.world.accountNow.appointments.values()) this.known(appointment);
	}

	private get listedMs(): number {
		return LISTED_MS - (this.world.around.dialect.dates === 'wallClock' ? ZONES_MS : 0);
	}

	/** What was acknowledged has run, unless it needed no run. */
	private ran(ack: Acknowledged): void {
		const { delivery, at, options, isWanted, node } = ack;
		const { event } = delivery;
		const { appointment, version, kind } = event;
		if (!isWanted) return;
		const all = this.heard.said.filter(({ run }) => run.node === node);
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
		if (options.verify && appointment.isDeleted) return;
		// A check that a worker ends, because another event of this state has run, counts as a report.
		const isSaid = all.some(
			(said) => said.appointment === appointment && isSame(said.version, version),
		);
		if (this.world.around.hasWorkers && (isSaid || isBare(event))) return;
		const isFiltered = kind === UPDATED && options.onlyWhenChanged.length > 0;
		if (isFiltered && !this.hasChanged(ack)) return;
		const story = storyOf(appointment);
		const detail = `${kind} ${version.number} acknowledged at ${time(at)}; ${story}`;
		this.oracle.breach('an acknowledged event runs', detail);
	}

	/** Only When Changed: whether it differs from everything that may be known. */
	private hasChanged({ delivery: { event }, at, options, node }: Acknowledged): boolean {
		const { appointment, version } = event;
		if (this.world.around.dialect.content !== 'whole') return false;
		const heard = this.heard.acks
			.filter((ack) => ack.node === node && ack.delivery.event.appointment === appointment)
			.filter((ack) => ack.at < at)
			.map((ack) => ({ number: numberAt(ack), at: ack.at }));
		const said = this.heard.said
			.filter(({ run, appointment: about }) => run.node === node && about === appointment)
			.map((one) => ({ number: one.version.number, at: one.run.at }));
		const [last] = [...heard, ...said]
			.filter((known) => known.at <= at && known.at > this.heard.epoch.since)
			.sort((a, b) => b.number - a.number || b.at - a.at);
		if (!last || last.number >= version.number || last.at <= this.heard.editedAt) return false;
		if (this.oracle.isKilledBetween(last.at, at)) return false;
		return appointment.versions
			.slice(last.number, version.number)
			.every((former) => differs(former, version, options.onlyWhenChanged));
	}

	/** In the end, the present state of each appointment was said, or recorded, or is not selected. */
	private known(appointment: Appointment): void {
		const { optionsNow, triggersOfWebhook, around } = this.world;
		const now = appointment.versions.at(-1)!;
		const isListed = !appointment.isDeleted && now.start > currentTime() - this.listedMs;
		if (!isListed || !passes(appointment, now, optionsNow)) return;
		for (const node of triggersOfWebhook) {
			const recordedAt = this.heard.epoch.recordedAt(node);
			if (Math.max(recordedAt, this.heard.editedAt) >= now.at) continue;
			const said = this.heard.said.filter(
				(one) => one.appointment === appointment && one.run.node === node && this.heard.counts(one),
			);
			const numbers = said
				.filter(({ run }) => run.at > this.heard.epoch.since)
				.map(({ version }) => version.number);
			const recorded = appointment.versions.findLast(({ at }) => at <= recordedAt);
			const from = Math.max(-1, recorded?.number ?? -1, ...numbers);
			const between = appointment.versions.slice(Math.max(0, from), now.number);
			if (from >= 0 && between.some((state) => isSame(state, now))) continue;
			if (from >= now.number) continue;
			// What began a day before a change is not listed, and then forgotten.
			const isNew = from < 0 || between.some(({ start }) => start < now.at - this.listedMs);
			const wasHidden = from < 0 || isCanceled(appointment.versions[from]!.status);
			if (wasHidden && around.dialect.hides && isCanceled(now.status)) continue;
			// Workers know only the states that runs were about.
			const first = firstOf(appointment, now).number;
			if (this.isUnknown(appointment, node)) continue;
			const late = said.filter((one) => one.version.number === from && !one.isCaughtUp);
			if (late.some(({ run }) => this.isUndone(appointment, from, run.at, node))) continue;
			const isBack = appointment.versions.slice(0, first).some((state) => isSame(state, now));
			if (around.hasWorkers && (isBack || this.isOverwrittenByWorker)) continue;
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
		return this.heard.acks.some((ack) => {
			const { event } = ack.delivery;
			if (ack.node !== node || event.appointment !== appointment || !isBare(event)) return false;
			return !this.world.service.listed.some(({ at, node: by }) => {
				const then = appointment.versions.findLast((version) => version.at <= at);
				const isListed = then !== undefined && then.start > at - this.listedMs;
				return by === node && at > ack.at && at < now.at && isListed;
			});
		});
	}

	/** The change was delivered after a list had shown that it was undone. */
	private isUndone({ versions }: Appointment, from: number, at: number, node: string): boolean {
		const now = versions.at(-1)!;
		const isBack = versions.slice(0, from).some((state) => isSame(state, now));
		const { listed } = this.world.service;
		return isBack && listed.some((list) => list.node === node && now.at < list.at && list.at <= at);
	}

	/** n8n's workers begin with empty static data. So a Code node replaces what the main process has saved. */
	private get isOverwrittenByWorker(): boolean {
		const { runs } = this.world.workflow;
		const isLost = ({ at, hasCodeNode }: Run) =>
			hasCodeNode && this.oracle.isKilledBetween(at, currentTime());
		return runs.some(isLost);
	}
}

function isBare({ body }: Event): boolean {
	const { start_date, status } = body.data as IDataObject;
	return start_date === undefined && status === undefined;
}

/** The state that the trigger has got: with Verify, the present one. */
function numberAt({ delivery: { event }, at, options }: Acknowledged): number {
	const { version, appointment } = event;
	if (!options.verify) return version.number;
	return appointment.versions.findLast((present) => present.at <= at)?.number ?? version.number;
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
