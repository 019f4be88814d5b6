import { versionAt, type Version } from './account';
import { DAY, MINUTE, SECOND } from './clock';
import type { Subject } from './knowledge';
import { firstOf, isSame, type Said } from './said';
import type { Execution } from './workflow';
import type { World } from './world';

/** A check saves what it has learned within this time. */
export const MOMENTS_MS = 5 * SECOND;
/** For so long, a duplicate may reach another process before it can know. */
export const MOMENT_MS = 2 * SECOND;

/** What the conditions are read from. */
interface Past {
	readonly world: World;
	readonly said: readonly Said[];
}

/** Catch Up has reported something else of the appointment since. */
export function isSurpassed(past: Past, former: Said, { at }: Said): boolean {
	return past.said.some(
		(said) =>
			said.isCaughtUp &&
			said.appointment === former.appointment &&
			said.node === former.node &&
			said.version.number > former.version.number &&
			said.at <= at,
	);
}

/** The service has another clock than n8n, and does not show it. */
export function hasNoClock(past: Past): boolean {
	const { hasDate, aheadMs } = past.world.around.dialect;
	return !hasDate && (aheadMs !== 0 || past.world.facts.clockEdits.length > 0);
}

/** The trigger has seen the credential with another account, and has not listed this one since. */
export function isOfAnotherAccount(past: Past, { node, account, execution }: Said): boolean {
	const lists = past.world.service.listed.filter(
		(list) => list.node === node && list.endedAt <= execution.createdAt,
	);
	return lists.length > 0 && lists.at(-1)!.account !== account;
}

/** It was so when the credential changed from an account that had no appointments. */
export function isUnknownAccount({ world }: Past, { node, account, version }: Said): boolean {
	const lists = world.service.listed.filter((list) => list.node === node);
	return lists.some((other, index) => {
		// The edit may have interrupted a check in between.
		const next = lists.slice(index + 1, index + 3);
		return (
			other.account !== account &&
			next.some((own) => own.account === account && version.at <= own.endedAt) &&
			[...other.account.appointments.values()].every((one) => {
				const known = versionAt(one, other.viewAt);
				return !known || known.start < other.at - DAY;
			})
		);
	});
}

/** What was in between came within ten minutes of a run about the same state, or was over soon. */
export function isBackSoon({ appointment, said }: Subject, now: Version): boolean {
	const { versions } = appointment;
	const back = firstOf(appointment, now);
	const between = versions[back.number - 1];
	if (!between) return false;
	const { at } = firstOf(appointment, between);
	const former = versions.findLast((one) => one.number < back.number && isSame(one, now));
	const end = former && versions[former.number + 1]!.at;
	const hasRun = said.some(
		({ version, at: ranAt }) =>
			version.number < back.number && isSame(version, now) && ranAt > at - 12 * MINUTE,
	);
	return hasRun || (end !== undefined && back.at < end + 15 * MINUTE);
}

/** What ran late had been undone before. */
export function isUndone({ appointment, said }: Subject, now: Version): boolean {
	const since = firstOf(appointment, now);
	return said.some(
		({ isCaughtUp, version, at }) => !isCaughtUp && version.number < since.number && at > since.at,
	);
}

/** An event was delivered after something later was known, and its timestamp does not tell. */
export function isOutOfOrder(past: Past, { node, appointment, account, execution }: Said): boolean {
	if (account.dialect.timestamps === 'true') return false;
	const { facts, service } = past.world;
	const arrivals = facts.arrivals.filter(
		(one) =>
			one.node === node &&
			one.at <= execution.createdAt &&
			one.delivery.event.appointment === appointment,
	);
	const known = [
		...arrivals.map(({ at, delivery: { event } }) => ({ at, version: event.version })),
		...past.said.filter((said) => said.node === node && said.appointment === appointment),
		...service.listed
			.filter((list) => list.node === node && list.account === account)
			.map(({ endedAt, viewAt }) => ({ at: endedAt, version: versionAt(appointment, viewAt) })),
	];
	return arrivals.some(({ at, delivery: { event } }) =>
		known.some((one) => one.at < at && (one.version?.number ?? 0) > event.version.number),
	);
}

/** n8n was killed before another run of the trigger has saved how this one has ended. */
export function isLastRun(
	past: Past,
	{ node, savedAt = Infinity }: Execution,
	until: number,
): boolean {
	return past.world.facts.kills.some(
		(kill) =>
			kill > savedAt &&
			kill <= until &&
			!past.world.workflow.executions.some(
				(other) => other.node === node && other.savedAt! > savedAt && other.savedAt! < kill,
			),
	);
}

/** n8n was killed before the next check, or the next run, has saved how a run has ended. */
export function isUnsaved(
	past: Past,
	{ savedAt = Infinity }: Execution,
	until: number,
	withinMs = (past.world.interval ?? 0) + MINUTE,
): boolean {
	const next = savedAt + withinMs;
	return past.world.facts.kills.some((kill) => kill > savedAt && kill < next && kill <= until);
}

export function hasSeveralProcessors(past: Past): boolean {
	return past.world.around.hasWorkers && past.world.around.processors > 1;
}

/** Something later had been delivered before. */
export function isLate(past: Past, { event, version, appointment, execution }: Said): boolean {
	return past.world.facts.arrivals.some(
		({ delivery, at }) =>
			delivery.event !== event &&
			delivery.event.appointment === appointment &&
			delivery.event.version.number >= version.number &&
			at <= execution.createdAt,
	);
}

export function hasFailed({ said }: Subject, now: Version): boolean {
	return said.some(
		({ version, execution }) =>
			isSame(version, now) && ['error', 'canceled'].includes(String(execution.status)),
	);
}

/** A Code node has set static data back, and n8n was started before it saved what is known. */
export function isSetBack(past: Past, from: number, to: number): boolean {
	const { facts, workflow } = past.world;
	return [...facts.kills, ...facts.restarts].some((stop) => {
		const saved = workflow.runs.filter(({ execution: { savedAt = Infinity } }) => savedAt <= stop);
		return stop >= from && stop <= to && saved.at(-1)?.hasCodeNode === true;
	});
}
