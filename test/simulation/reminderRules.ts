import { isCanceled, versionAt, type Appointment, type Version } from './account';
import type { Options } from './circumstances';
import { HOUR, MINUTE } from './clock';
import { docs } from './docs';
import { CLOCK_MS, show, STARTED_MS, unstarted, type PollingPast } from './pollingPast';
import { storyOf, time, type Said } from './said';
import type { Listed } from './service';

/** What has begun is announced for so long at most. */
const LATE_MS = HOUR;
const OVER = ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];

export function judgeReminder(past: PollingPast, said: Said): void {
	const { appointment, version, execution, item } = said;
	const leadMs = leadOf(item);
	const at = execution.createdAt;
	const { isZoneWrong, around, optionsNow } = past.world;
	const isSoon =
		version.start <= at + leadMs + 5 * MINUTE && version.start > at - LATE_MS - 2 * around.pollMs;
	if (!isAnnounced(version, optionsNow) || (!isSoon && !isZoneWrong)) {
		past.oracle.breach('a reminder is for what begins soon', show(said));
	}
	judgeNotice(past, said, leadMs);
	const isRepeated = past.said.some(
		(former) =>
			former.kind === 'startsSoon' &&
			former.appointment === appointment &&
			former.version.start === version.start &&
			leadOf(former.item) <= leadMs,
	);
	if (!isRepeated || isZoneWrong) return;
	past.oracle.breach('each lead time is announced once', show(said), [
		docs('If n8n is restarted before the next save, the same events run again', () =>
			past.world.facts.isStoppedBetween(past.since, at),
		),
	]);
}

/** What was booked after the poll that could have announced it is skipped. */
function judgeNotice(past: PollingPast, said: Said, leadMs: number): void {
	const { appointment, version, execution } = said;
	const [before, list] = past.lists(appointment, execution.createdAt).slice(-2);
	const { isZoneWrong, optionsNow } = past.world;
	if (!optionsNow.skipShortNotice || isZoneWrong) return;
	if (!before || !list || version.number > 0) return;
	if (past.world.facts.isStoppedBetween(before.at - MINUTE, list.endedAt + STARTED_MS)) return;
	const isLate = version.at > before.at && version.start < before.at + leadMs - CLOCK_MS;
	if (isLate) past.oracle.breach('short notice is skipped', show(said));
}

/** A list announces what begins within a lead time. */
export function judgeAnnounced(past: PollingPast, list: Listed, appointment: Appointment): void {
	const { optionsNow, around } = past.world;
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
	const isSaid = past.said.some(
		(said) =>
			said.appointment === appointment &&
			said.version.start === version.start &&
			leadOf(said.item) <= leadMs &&
			said.execution.createdAt <= list.endedAt + STARTED_MS,
	);
	if (isSaid) return;
	past.oracle.breach(
		'what begins soon is announced',
		`by the list at ${time(list.at)}; ${storyOf(appointment)}`,
		[unstarted(past, appointment)],
	);
}

function isAnnounced({ status }: Version, options: Options): boolean {
	if (options.status.length > 0) return options.status.includes(status);
	return !isCanceled(status) && !OVER.includes(status);
}

const leadOf = ({ leadTime }: Said['item']): number =>
	Number((leadTime as { value?: number } | undefined)?.value) * HOUR;
