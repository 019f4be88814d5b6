import { isCanceled, versionAt, type Appointment, type Version } from './account';
import type { Options } from './circumstances';
import { DAY, HOUR, MINUTE } from './clock';
import type { Past } from './past';
import { LATER } from './reports';
import type { Said } from './said';
import type { Listed } from './service';
import { POLLING } from './triggers';

/** n8n starts the run of a poll so long after its list at the latest. */
export const STARTED_MS = MINUTE;
/** By so much, n8n's clock may be wrong. */
const CLOCK_MS = 6 * MINUTE;
/** From the start of an appointment to its end, and the delay. */
const ENDED_MS = 90 * MINUTE;
/** What has begun is announced for so long at most, and what has ended. */
const LATE_MS = HOUR;
const LATE_END_MS = 2 * DAY - HOUR;

type Moment = 'startsSoon' | 'ended';

const leadOf = ({ item }: Said): number =>
	Number((item.leadTime as { value?: number } | undefined)?.value) * HOUR;

function isWanted({ status }: Version, { polled, status: wanted }: Options): boolean {
	if (wanted.length > 0) return wanted.includes(status);
	return !isCanceled(status) && !(polled === 'ended' ? ['NO_SHOW'] : LATER).includes(status);
}

/** Whether a run was about the same moment: this start, and as short a lead time. */
const isAbout = (kind: Moment, former: Said, { start }: Version, leadMs: number): boolean =>
	kind === 'ended'
		? start <= former.execution.createdAt - CLOCK_MS
		: former.version.start === start && leadOf(former) <= leadMs;

/** Only what is due runs, once, and nothing that was due before the first poll. */
export function judgeMoment(past: Past, said: Said): void {
	const { appointment, version, node } = said;
	const kind = said.kind as Moment;
	const { isZoneWrong, oracle, optionsNow, around, service, accountNow } = past.world;
	if (isZoneWrong) return;
	const about = past.about(said);
	const { at } = about;
	const first = service.listed.find(
		(list) => list.node === node && list.at >= past.polledSince && list.account === accountNow,
	);
	const leadMs = kind === 'ended' ? -ENDED_MS : leadOf(said);
	const dueAt = version.start - leadMs;
	const isOver =
		kind === 'ended'
			? dueAt < (first?.at ?? 0) - CLOCK_MS
			: version.start <= at - LATE_MS - 2 * around.pollMs;
	if (dueAt > at + CLOCK_MS || isOver || !isWanted(version, optionsNow)) {
		oracle.breach('what is announced is due', about);
	}
	if (kind === 'startsSoon') judgeNotice(past, said, leadMs);
	const isRepeated = past
		.saidOf(node, appointment)
		.some((former) => former.kind === kind && isAbout(kind, former, version, leadMs));
	if (isRepeated) oracle.breach('a moment is announced once', about);
}

/** What was booked after the poll that could have announced it is skipped. */
function judgeNotice(past: Past, said: Said, leadMs: number): void {
	const { appointment, version, execution, node } = said;
	const { optionsNow, facts, oracle } = past.world;
	const [before, list] = past.subject(node, appointment).lists(execution.createdAt).slice(-2);
	if (!optionsNow.skipShortNotice || !before || !list || version.number > 0) return;
	if (facts.isStoppedBetween(before.at - MINUTE, list.endedAt + STARTED_MS)) return;
	const isLate = version.at > before.at && version.start < before.at + leadMs - CLOCK_MS;
	if (isLate) oracle.breach('short notice is skipped', past.about(said));
}

/** A list announces what begins within a lead time, and what has ended since the poll before it. */
export function judgeAnnounced(past: Past, list: Listed, appointment: Appointment): void {
	const { optionsNow, around, oracle } = past.world;
	const { calendar, polled } = optionsNow;
	const version = versionAt(appointment, list.viewAt);
	if (!version || appointment.deletedAt <= list.viewAt || !isWanted(version, optionsNow)) return;
	if (around.dialect.hides !== 'nothing' && isCanceled(version.status)) return;
	if (calendar !== '' && calendar !== appointment.calendar) return;
	const kind = polled as Moment;
	const leadMs = kind === 'ended' ? endOf(past, list, version) : leadAt(past, list, appointment);
	if (leadMs === undefined) return;
	const isSaid = past
		.saidOf(POLLING, appointment)
		.some(
			(said) =>
				said.execution.createdAt <= list.endedAt + STARTED_MS &&
				((kind === 'ended' && said.version.start === version.start) ||
					isAbout(kind, said, version, leadMs)),
		);
	const about = { past, node: POLLING, appointment, version, at: list.endedAt };
	if (!isSaid) oracle.breach('a moment is announced', about);
}

/** The shortest lead time that has begun. */
function leadAt({ world }: Past, list: Listed, { versions }: Appointment): number | undefined {
	const { moreLeadTimes, skipShortNotice } = world.optionsNow;
	const { start, number } = versionAt({ versions } as Appointment, list.viewAt)!;
	const leads = [24, ...moreLeadTimes].map((hours) => hours * HOUR).sort((a, b) => a - b);
	const leadMs = leads.find((ms) => start <= list.at + ms - CLOCK_MS);
	if (leadMs === undefined || start < list.endedAt + CLOCK_MS) return undefined;
	// A booking counts as short notice unless the previous poll was before the lead time.
	const bookedMs = start - versions[0]!.at;
	const isShort = bookedMs < leadMs + 2 * world.around.pollMs || number > 0;
	return skipShortNotice && isShort ? undefined : leadMs;
}

function endOf(past: Past, list: Listed, version: Version): number | undefined {
	const { service, facts } = past.world;
	const dueAt = version.start + ENDED_MS;
	const first = service.listed.find(
		(one) => one.node === POLLING && one.at >= past.polledSince && one.account === list.account,
	);
	const wasPublished = [...facts.published, ...facts.unpublished].every(
		(at) => at < dueAt - CLOCK_MS || at > list.endedAt,
	);
	const isDue = dueAt < list.at - CLOCK_MS && (first?.at ?? Infinity) < dueAt - CLOCK_MS;
	const isLate = dueAt < list.at - LATE_END_MS || version.at > dueAt - CLOCK_MS;
	return isDue && !isLate && wasPublished ? -ENDED_MS : undefined;
}
