import type { IDataObject } from 'n8n-workflow';

import { isCanceled, UPDATED, versionAt, type Appointment, type Version } from './account';
import { currentTime, MINUTE, SECOND } from './clock';
import type { Arrival } from './facts';
import type { Past } from './past';
import { differs } from './reports';
import { endOf, eventIn, firstOf, isSame, type Said } from './said';

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

/** A check saves what it has learned within this time. */
export const MOMENTS_MS = 5 * SECOND;
/** So long, a delivery may take. */
export const RESPONSE_MS = 12 * SECOND;
/** Two processes may know different things for so long. */
export const MOMENT_MS = 2 * SECOND;

/** What conditions of excuses are read from. */
export function contextOf(about: About) {
	const { past, node, appointment, former, at, arrival, said } = about;
	const { around, facts, workflow } = past.world;
	const { hasWorkers, processors, dialect } = around;
	const { hasDate, aheadMs, timestamps, hides } = dialect;
	const { onlyWhenChanged } = facts.optionsAt(at);
	const isOf = (item: IDataObject) =>
		eventIn(item, past.world.accounts)?.appointment === appointment;
	return {
		...about,
		hasWorkers,
		dialect,
		facts,
		workflow,
		timestamps,
		hides,
		onlyWhenChanged,
		isOf,
		isClear: timestamps === 'true',
		/** The service has another clock than n8n, and does not show it. */
		hasNoClock: !hasDate && (aheadMs !== 0 || facts.clockEdits.length > 0),
		hasSeveralProcessors: hasWorkers && processors > 1,
		isVerified: arrival?.options.verify ?? (said && past.optionsOf(said).verify),
		/** Whether only the success of the former run counts. */
		isFinished: former !== undefined && past.optionsOf(former).whenFinished,
		get own(): Said[] {
			return past.saidOf(node, appointment);
		},
		/** Runs that may explain it. */
		get formers(): Said[] {
			return former ? [former] : past.subject(node, appointment, at).said;
		},
		get arrivals(): Arrival[] {
			return past.subject(node, appointment, at).arrivals(at);
		},
		get isUnstarted(): boolean {
			return workflow.unstarted.some((one) => one.node === node && isOf(one.item));
		},
	};
}

export type Context = ReturnType<typeof contextOf>;
export type Condition = (context: Context) => boolean;

/** An event was delivered after something later had happened, and its timestamp does not tell. */
export const isOutOfOrder: Condition = ({ isClear, arrivals, appointment: { versions } }) =>
	!isClear &&
	arrivals.some(({ at, delivery: { event } }) =>
		versions.some((later) => later.number > event.version.number && later.at < at),
	);

/** Something later had been delivered before. */
export const isLate: Condition = ({ arrivals, said, version }) =>
	arrivals.some(
		({ delivery: { event } }) => event !== said?.event && event.version.number >= version.number,
	);

/** n8n was killed so soon after a run had ended. */
const isUnsaved = ({ formers, facts, at }: Context, withinMs: number): boolean =>
	formers.some(({ execution: { savedAt = Infinity } }) =>
		facts.kills.some((kill) => kill > savedAt && kill < savedAt + withinMs && kill <= at),
	);
/** Before the next check, or the next run, has saved it. */
export const isUnchecked: Condition = (context) =>
	isUnsaved(context, (context.past.world.interval ?? 0) + MINUTE);
export const isJustEnded: Condition = (context) => isUnsaved(context, MOMENTS_MS);
export const isCanceledRun: Condition = (context) =>
	context.former!.execution.status === 'canceled' && isUnchecked(context);

/** n8n was killed before another run of the trigger has saved how this one has ended. */
export const isLastRun: Condition = ({ former, facts, workflow, at, node }) => {
	const { savedAt = Infinity } = former!.execution;
	return facts.kills.some((kill) => {
		const isOther = (other: number) => other > savedAt && other < kill;
		const others = workflow.executions.filter((one) => one.node === node && isOther(one.savedAt!));
		return kill > savedAt && kill <= at && others.length === 0;
	});
};

/** A former run was about the same, and was interrupted. */
export const isInterrupted: Condition = ({ formers, former, said, version, at }) =>
	formers.some(
		({ execution: { lostAt = Infinity }, ...one }) =>
			lostAt <= at && (former ?? (one.kind === said!.kind && isSame(one.version, version))),
	);

/** The trigger has seen the credential with another account, and has not listed this one since. */
export const isOfAnotherAccount: Condition = ({ past, node, said, at }) => {
	const last = past.world.service.listed.findLast(
		(list) => list.node === node && list.endedAt <= at,
	);
	return last !== undefined && last.account !== said!.account;
};

/** The state comes back so soon after its end or an earlier run about it. */
export const isBackSoon: Condition = ({ own, appointment, version }) => {
	const { versions } = appointment;
	const back = firstOf(appointment, version);
	const formers = versions.filter((one) => one.number < back.number && isSame(one, version));
	const runs = own.filter((said) => formers.includes(said.version));
	const ends = formers.map(({ number }) => versions[number + 1]!);
	return [...runs, ...ends].some(({ at }) => at > back.at - 15 * MINUTE);
};

/** What ran late had been undone before. */
export const isUndone: Condition = ({ own, appointment, version }) => {
	const since = firstOf(appointment, version);
	return own.some(
		(said) => !said.isCaughtUp && said.version.number < since.number && said.at > since.at,
	);
};

/** Copies of an event have reached different processors within moments. */
export const hasCopies: Condition = ({ facts, said }) => {
	const copies = facts.arrivals.filter(({ delivery }) => delivery.event === said!.event);
	return copies.some(({ processor, at }) =>
		copies.some((two) => processor !== two.processor && Math.abs(at - two.at) < MOMENT_MS),
	);
};

/** Only start or status may make an update run. */
export const isPicky: Condition = ({ arrival }) =>
	arrival!.delivery.event.kind === UPDATED && arrival!.options.onlyWhenChanged.length > 0;

/** It returns to the start or status of before. */
export const isReturn: Condition = ({ arrival, appointment, version }) =>
	appointment.versions
		.slice(0, version.number)
		.some((former) => !differs(former, version, arrival!.options.onlyWhenChanged));

/** A check has reported the same. */
export const isCaughtUp = ({ own, version, arrival }: Context, isMeant: (said: Said) => boolean) =>
	own.some(
		(said) =>
			said.isCaughtUp &&
			said.kind === arrival!.delivery.event.kind &&
			isSame(said.version, version) &&
			isMeant(said),
	);

/** A check has first seen its state, or has seen a later one, less than a minute before it or later. */
export const isJustSeen: Condition = ({ past, node, appointment, version, at }) => {
	const subject = past.subject(node, appointment, at);
	const lists = subject.lists(at);
	const since = version.at - MINUTE - MOMENTS_MS;
	const first = lists.find(
		(list) => list.viewAt >= firstOf(appointment, version).at && !subject.isForgotten(list, at),
	);
	const isPast = lists.some(
		(list) => list.at > since && list.viewAt >= endOf(appointment, version),
	);
	return !first || first.at > since || isPast;
};

/** A run about it has begun, or waits for its turn. Processors learn its end with the next check. */
export const isStarting: Condition = ({ workflow, node, isOf, at, hasWorkers, past }) => {
	const learnedMs = hasWorkers ? (past.world.interval ?? 0) + MINUTE : 0;
	return workflow
		.started(node, isOf)
		.some(
			({ createdAt, savedAt = Infinity }) =>
				createdAt <= at + RESPONSE_MS && savedAt + learnedMs >= at,
		);
};

/** It is hidden, and began while it was looked for. */
export const hasBegun: Condition = ({ hides, appointment, version }) =>
	hides !== 'nothing' &&
	isCanceled(version.status) &&
	appointment.versions.some(({ start }) => start < currentTime());

/** The API does not show the cancellation. */
export const isNotShown: Condition = ({ isVerified, appointment, at }) =>
	isVerified === true &&
	(appointment.deletedAt <= at || !isCanceled(versionAt(appointment, at)?.status ?? ''));
