import type { IDataObject } from 'n8n-workflow';

import { UPDATED, isCanceled, versionAt, type Appointment, type Version } from './account';
import { currentTime, DAY, MINUTE, SECOND } from './clock';
import type { Arrival } from './facts';
import type { Past } from './past';
import { differs } from './reports';
import { eventIn, firstOf, isSame, type Said } from './said';

/** What broke a rule. */
export interface About {
	past: Past;
	node: string;
	appointment: Appointment;
	version: Version;
	/** When it was decided to run, or until when it should have run. */
	at: number;
	said?: Said;
	/** An earlier run. */
	former?: Said;
	arrival?: Arrival;
	isKnown?: boolean;
}

export type Condition = (about: About) => boolean;

/** A check saves what it has learned within this time. */
export const MOMENTS_MS = 5 * SECOND;
/** So long, a delivery may take. */
export const RESPONSE_MS = 12 * SECOND;
/** With Verify, the API may be asked so long after the response. */
export const INQUIRY_MS = 62 * SECOND;
/** Two processes may know different things for so long. */
export const MOMENT_MS = 2 * SECOND;

export const aroundOf = ({ past }: About) => past.world.around;
export const timestampsOf = (about: About) => aroundOf(about).dialect.timestamps;
export const inQueueMode =
	(condition: Condition): Condition =>
	(about) =>
		aroundOf(about).hasWorkers && condition(about);
export const isVerified = ({ arrival, said, past }: About) =>
	(arrival?.options ?? past.optionsOf(said!)).verify;
export const isFinished = ({ past, former }: About) => past.optionsOf(former!).whenFinished;
export const fieldsAt = ({ past, at }: About) => past.optionsAt(at).onlyWhenChanged;

/** Runs of the same appointment that may explain it. */
export const formersOf = ({ past, node, appointment, former, at }: About): Said[] =>
	former ? [former] : past.subject(node, appointment, at).said;

/** The service has another clock than n8n, and does not show it. */
export function hasNoClock({ past }: About): boolean {
	const { hasDate, aheadMs } = past.world.around.dialect;
	return !hasDate && (aheadMs !== 0 || past.world.facts.clockEdits.length > 0);
}

export const arrivalsOf = ({ past, node, appointment, at }: About): Arrival[] =>
	past.world.facts.arrivals.filter(
		(one) => one.node === node && one.at <= at && one.delivery.event.appointment === appointment,
	);

/** An event was delivered after something later had happened, and its timestamp does not tell. */
export const isOutOfOrder: Condition = (about) =>
	timestampsOf(about) !== 'true' &&
	arrivalsOf(about).some(({ at, delivery: { event } }) =>
		about.appointment.versions.some(
			(later) => later.number > event.version.number && later.at < at,
		),
	);

/** Something later had been delivered before. */
export const isLate = (about: About): boolean =>
	arrivalsOf(about).some(
		({ delivery: { event } }) =>
			event !== about.said?.event && event.version.number >= about.version.number,
	);

/** A Code node has set static data back, and n8n was started before it saved what is known. */
export function isSetBack({ past, former, at }: About): boolean {
	const { facts, workflow } = past.world;
	return [...facts.kills, ...facts.restarts].some((stop) => {
		const saved = workflow.runs.filter(({ execution: { savedAt = Infinity } }) => savedAt <= stop);
		return stop >= (former?.at ?? 0) && stop <= at && saved.at(-1)?.hasCodeNode === true;
	});
}

/** n8n was killed so soon after a run had ended. */
const isUnsaved =
	(withinMs: (about: About) => number): Condition =>
	(about) =>
		formersOf(about).some(({ execution: { savedAt = Infinity } }) =>
			about.past.world.facts.kills.some(
				(kill) => kill > savedAt && kill < savedAt + withinMs(about) && kill <= about.at,
			),
		);
/** Before the next check, or the next run, has saved it. */
export const isUnchecked = isUnsaved(({ past }) => (past.world.interval ?? 0) + MINUTE);
export const isJustEnded = isUnsaved(() => MOMENTS_MS);

/** n8n was killed before another run of the trigger has saved how this one has ended. */
export function isLastRun({ past, former, at }: About): boolean {
	const { node, savedAt = Infinity } = former!.execution;
	const others = past.world.workflow.executions.filter((other) => other.node === node);
	return past.world.facts.kills.some(
		(kill) =>
			kill > savedAt &&
			kill <= at &&
			!others.some((other) => other.savedAt! > savedAt && other.savedAt! < kill),
	);
}

export const isInterrupted: Condition = (about) =>
	formersOf(about).some(
		({ execution: { lostAt = Infinity }, ...former }) =>
			lostAt <= about.at &&
			(about.former !== undefined ||
				(former.kind === about.said!.kind && isSame(former.version, about.version))),
	);

export const isCanceledRun: Condition = (about) =>
	about.former!.execution.status === 'canceled' && isUnchecked(about);

/** Both began within moments. */
export const isAtOnce: Condition = (about) =>
	formersOf(about).some(({ execution }) => Math.abs(execution.createdAt - about.at) < MOMENT_MS);

/** The trigger has seen the credential with another account, and has not listed this one since. */
export function isOfAnotherAccount({ past, node, said, at }: About): boolean {
	const lists = past.world.service.listed.filter(
		(list) => list.node === node && list.endedAt <= at,
	);
	return lists.length > 0 && lists.at(-1)!.account !== said!.account;
}

/** It was so when the credential changed from an account that had no appointments. */
export function isUnknownAccount({ past, node, said, version }: About): boolean {
	const lists = past.world.service.listed.filter((list) => list.node === node);
	return lists.some((other, index) => {
		// The edit may have interrupted a check in between.
		const next = lists.slice(index + 1, index + 3);
		return (
			other.account !== said!.account &&
			next.some((own) => own.account === said!.account && version.at <= own.endedAt) &&
			[...other.account.appointments.values()].every((one) => {
				const known = versionAt(one, other.viewAt);
				return !known || known.start < other.at - DAY;
			})
		);
	});
}

/** The state comes back so soon after its end or an earlier run about it. */
export function isBackSoon({ past, node, appointment, version: now }: About): boolean {
	const { versions } = appointment;
	const back = firstOf(appointment, now);
	const formers = versions.filter((one) => one.number < back.number && isSame(one, now));
	const runs = past.saidOf(node, appointment).filter(({ version }) => formers.includes(version));
	const ends = formers.map(({ number }) => versions[number + 1]!);
	return [...runs, ...ends].some(({ at }) => at > back.at - 15 * MINUTE);
}

/** What ran late had been undone before. */
export function isUndone({ past, node, appointment, version }: About): boolean {
	const since = firstOf(appointment, version);
	return past
		.saidOf(node, appointment)
		.some((said) => !said.isCaughtUp && said.version.number < since.number && said.at > since.at);
}

/** Copies of an event have reached different processors within moments. */
export function hasCopies({ past, said }: About): boolean {
	const copies = past.world.facts.arrivals.filter(({ delivery }) => delivery.event === said!.event);
	return copies.some(({ processor, at }) =>
		copies.some((two) => processor !== two.processor && Math.abs(at - two.at) < MOMENT_MS),
	);
}

export const hasSeveralProcessors: Condition = (about) => {
	const { hasWorkers, processors } = aroundOf(about);
	return hasWorkers && processors > 1;
};

/** Only start or status may make an update run. */
export const isPicky = ({ arrival }: About): boolean =>
	arrival!.delivery.event.kind === UPDATED && arrival!.options.onlyWhenChanged.length > 0;

/** It returns to the start or status of before. */
export const isReturn = ({ arrival, appointment, version }: About): boolean =>
	appointment.versions
		.slice(0, version.number)
		.some((former) => !differs(former, version, arrival!.options.onlyWhenChanged));

/** Reports of a check about the same. */
export const caughtUpOf = ({ past, node, appointment, version, arrival }: About): Said[] =>
	past
		.saidOf(node, appointment)
		.filter(
			({ isCaughtUp, kind, ...said }) =>
				isCaughtUp && kind === arrival!.delivery.event.kind && isSame(said.version, version),
		);

/** After this moment, a check has first seen its state, or has seen a later one. */
export function isSeenSince(
	{ past, node, appointment, version, at }: About,
	moment: number,
): boolean {
	const subject = past.subject(node, appointment, at);
	const lists = past.knowledge.lists(subject, at);
	const shown = lists.map((list) => past.knowledge.shown(subject, list));
	return lists.some((list, index) => {
		const [former, now] = [shown[index - 1], shown[index]];
		if (list.at <= moment || !now) return false;
		if (!isSame(now, version)) return now.number > version.number;
		return !former || !isSame(former, version) || subject.isForgotten(lists[index - 1]!, list.at);
	});
}

const isOf = ({ past, appointment }: About, item: IDataObject): boolean =>
	eventIn(item, past.world.accounts)?.appointment === appointment;

/** A run about it has begun, or waits for its turn. */
export const isStarting = (about: About): boolean =>
	about.past.world.workflow
		.started(about.node, (json) => isOf(about, json))
		.some(
			({ createdAt, savedAt = Infinity }) =>
				createdAt <= about.at + RESPONSE_MS && savedAt >= about.at,
		);

export const isUnstarted = (about: About): boolean =>
	about.past.world.workflow.unstarted.some(
		({ node, item }) => node === about.node && isOf(about, item),
	);

/** It is hidden, and began while it was looked for. */
export function hasBegun({ past, node, appointment, version }: About): boolean {
	if (past.world.around.dialect.hides === 'nothing' || !isCanceled(version.status)) return false;
	const [known] = past.knowledge.of(past.subject(node, appointment), currentTime());
	return appointment.versions
		.slice(Math.max(0, known?.from ?? 0))
		.some(({ start }) => start < currentTime());
}

export const isStoppedSince = ({ past, at }: About): boolean =>
	past.world.facts.isStoppedBetween(past.polledSince, at);
