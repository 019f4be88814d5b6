import { isCanceled, versionAt, type Appointment, type Version } from './account';
import type { Options } from './circumstances';
import { DAY, HOUR, MINUTE } from './clock';
import type { Oracle, Said } from './oracle';
import type { Listed } from './service';
import { POLLING } from './world';

/** By so much, n8n's clock may be wrong. */
const CLOCK_MS = 6 * MINUTE;
/** From the start of an appointment to its end, and the delay. */
const ENDED_MS = 90 * MINUTE;
/** What has ended is announced for so long. */
const LATE_END_MS = 2 * DAY - HOUR;

const leadOf = ({ item }: Said): number =>
	Number((item.leadTime as { value?: number } | undefined)?.value) * HOUR;

function isWanted({ status, calendar }: Version, options: Options): boolean {
	const { polled, status: wanted } = options;
	if (!['', calendar].includes(options.calendar)) return false;
	if (wanted.length > 0) return wanted.includes(status);
	const over = polled === 'ended' ? ['NO_SHOW'] : ['ATTENDED', 'IN_PROGRESS', 'NO_SHOW'];
	return !isCanceled(status) && !over.includes(status);
}

/** Whether a run was about the same moment: this start, and as short a lead time. */
const isAbout = (former: Said, { start }: Version, leadMs: number): boolean =>
	former.kind === 'ended'
		? start <= former.at - CLOCK_MS
		: former.version.start === start && leadOf(former) <= leadMs;

/** Only what is due runs, once, and no end that was due before the first poll. */
export function judgeMoment(oracle: Oracle, said: Said): void {
	const { appointment, version, node, kind, at } = said;
	const { isZoneWrong, optionsNow } = oracle.world;
	if (isZoneWrong) return;
	const leadMs = kind === 'ended' ? -ENDED_MS : leadOf(said);
	const dueAt = version.start - leadMs;
	const isOver =
		kind === 'ended'
			? // What is booked after its end may count as due now.
				dueAt < firstList(oracle, at) - CLOCK_MS && version.at < dueAt
			: version.start < at - CLOCK_MS;
	if (dueAt > at + CLOCK_MS || isOver || !isWanted(version, optionsNow)) {
		oracle.breach('what is announced is due', node, said);
	}
	// What was moved away and back is announced again, because its client was told of the other start.
	const former = oracle.saidOf(node, appointment).findLast((one) => one.kind === kind);
	const isRepeated = former && isAbout(former, version, leadMs);
	if (isRepeated) oracle.breach('a moment is announced once', node, said);
}

/** A list announces what begins within a lead time, and what has ended since the poll before it. */
export function judgeAnnounced(oracle: Oracle, list: Listed, appointment: Appointment): void {
	const { optionsNow, around } = oracle.world;
	const version = versionAt(appointment, list.viewAt);
	if (!version || appointment.deletedAt <= list.viewAt || !isWanted(version, optionsNow)) return;
	if (around.dialect.hides !== 'nothing' && isCanceled(version.status)) return;
	const isEnd = optionsNow.polled === 'ended';
	const leadMs = isEnd
		? endOf(oracle, list, version)
		: leadAt(list, version, appointment, optionsNow, around.pollMs);
	if (leadMs === undefined) return;
	const isSaid = oracle
		.saidOf(POLLING, appointment)
		.some(
			(said) =>
				said.at <= list.endedAt + MINUTE &&
				((isEnd && said.version.start === version.start) || isAbout(said, version, leadMs)),
		);
	if (!isSaid) oracle.breach('a moment is announced', POLLING, appointment);
}

/** The shortest lead time that has begun. */
function leadAt(
	list: Listed,
	{ start, number }: Version,
	{ versions }: Appointment,
	{ moreLeadTimes, skipShortNotice }: Options,
	pollMs: number,
): number | undefined {
	const leads = [24, ...moreLeadTimes].map((hours) => hours * HOUR).sort((a, b) => a - b);
	const leadMs = leads.find((ms) => start <= list.at + ms - CLOCK_MS);
	if (leadMs === undefined || start < list.endedAt + CLOCK_MS) return undefined;
	// Without `created_at`, what came late may be left out.
	const isShort = start - versions[0]!.at < leadMs + 2 * pollMs + CLOCK_MS || number > 0;
	return skipShortNotice && isShort ? undefined : leadMs;
}

function endOf(oracle: Oracle, list: Listed, version: Version): number | undefined {
	const dueAt = version.start + ENDED_MS;
	const { troubles } = oracle.world;
	const isDue = dueAt < list.at - CLOCK_MS && firstList(oracle, list.at) < dueAt - CLOCK_MS;
	const isLate = dueAt < list.at - LATE_END_MS || version.at > dueAt - CLOCK_MS;
	// What became due while the workflow was not published is left out.
	const wasCalm = !troubles.some(({ from, until }) => from < list.at && until > dueAt - CLOCK_MS);
	return isDue && !isLate && wasCalm ? -ENDED_MS : undefined;
}

/** When these announcements began, also those of another account. */
function firstList({ world }: Oracle, at: number): number {
	const { points, service, accountNow } = world;
	const point = points.get(POLLING)?.findLast((one) => one.isSure && one.at <= at)?.at ?? 0;
	const lists = service.listed.filter((list) => list.node === POLLING && list.at >= point);
	const other = lists.findLast((list) => list.at <= at && list.account !== accountNow);
	return lists.find((list) => list.at > (other?.at ?? 0))?.at ?? Infinity;
}
