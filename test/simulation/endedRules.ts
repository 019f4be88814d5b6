import { isCanceled, versionAt, type Appointment, type Version } from './account';
import type { Options } from './circumstances';
import { DAY, HOUR, MINUTE } from './clock';
import { docs } from './docs';
import { CLOCK_MS, NODE, show, STARTED_MS, unstarted, type PollingPast } from './pollingPast';
import { storyOf, time, type Said } from './said';
import type { Listed } from './service';

/** From the start of an appointment to its end, and the delay. */
const ENDED_MS = 90 * MINUTE;

/** Only what ended the delay ago runs, once, and nothing that was due before the first poll. */
export function judgeEnded(past: PollingPast, said: Said): void {
	const { appointment, version, execution } = said;
	const { isZoneWrong, service, accountNow } = past.world;
	const first = service.listed.find(
		({ node, at, account }) => node === NODE && at >= past.since && account === accountNow,
	);
	const dueAt = version.start + ENDED_MS;
	const at = execution.createdAt;
	const isDue = dueAt <= at + CLOCK_MS && dueAt >= (first?.at ?? 0) - CLOCK_MS;
	if (!isZoneWrong && (!isDue || !isOver(version, past.world.optionsNow))) {
		past.oracle.breach('what has ended is due', show(said));
	}
	const isRepeated = past.said.some(
		(former) =>
			former.kind === 'ended' &&
			former.appointment === appointment &&
			version.start <= former.execution.createdAt - CLOCK_MS,
	);
	if (!isRepeated || isZoneWrong) return;
	past.oracle.breach('the end is announced once', show(said), [
		docs('If n8n is restarted before the next save, the same events run again', () =>
			past.world.facts.isStoppedBetween(past.since, at),
		),
	]);
}

/** A list announces what has ended since the poll before it. */
export function judgeEndAnnounced(past: PollingPast, list: Listed, appointment: Appointment): void {
	const { optionsNow, service, facts, around } = past.world;
	const version = versionAt(appointment, list.viewAt);
	if (!version || appointment.deletedAt <= list.viewAt) return;
	const dueAt = version.start + ENDED_MS;
	const before = service.listed.find(
		(one) => one.node === NODE && one.at >= past.since && one.account === list.account,
	);
	const wasPublished = [...facts.published, ...facts.unpublished].every(
		(at) => at < dueAt - CLOCK_MS || at > list.endedAt,
	);
	const isDue = dueAt < list.at - CLOCK_MS && (before?.at ?? Infinity) < dueAt - CLOCK_MS;
	const isLate = dueAt < list.at - 2 * DAY + HOUR || version.at > dueAt - CLOCK_MS;
	const { calendar } = optionsNow;
	const isWanted = isOver(version, optionsNow) && (!calendar || calendar === appointment.calendar);
	const isHidden = around.dialect.hides !== 'nothing' && isCanceled(version.status);
	if (!isDue || isLate || !isWanted || isHidden || !wasPublished) return;
	const isSaid = past.said.some(
		(said) =>
			said.appointment === appointment &&
			said.execution.createdAt <= list.endedAt + STARTED_MS &&
			(said.version.start === version.start || said.execution.createdAt > version.start),
	);
	if (isSaid) return;
	const detail = `by the list at ${time(list.at)}; ${storyOf(appointment)}`;
	past.oracle.breach('what has ended is announced', detail, [unstarted(past, appointment)]);
}

function isOver({ status }: Version, options: Options): boolean {
	if (options.status.length > 0) return options.status.includes(status);
	return !isCanceled(status) && status !== 'NO_SHOW';
}
