import type { IDataObject } from 'n8n-workflow';

import { UPDATED, type Version } from './account';
import { MINUTE, SECOND } from './clock';
import type { Known } from './knowledge';
import { judgeMoment } from './momentRules';
import type { Past } from './past';
import { agrees, isChanged, isMoment } from './reports';
import { endOf, firstOf, isFormer, isSame, type Said } from './said';
import { POLLING } from './triggers';

/** What every run has to fulfil. */
export function judgeRun(past: Past, said: Said): void {
	const isPolled = said.node === POLLING;
	if (isPolled && said.execution.createdAt < past.polledSince) return;
	if (isPolled && isMoment(said.kind)) return judgeMoment(past, said);
	if (isPolled || said.isCaughtUp) judgeNews(past, said);
	else judgeDelivered(past, said);
	if (isPolled) return;
	if (said.isCaughtUp) judgeCheck(past, said);
	judgeFilters(past, said);
	judgePrevious(past, said);
	judgeContent(past, said);
}

/** A check or a poll reports what is, and what neither a delivery nor a run has said. */
function judgeNews(past: Past, said: Said): void {
	const { appointment, version, node, kind, previous, account } = said;
	const { createdAt: at } = said.execution;
	const subject = past.subject(node, appointment);
	const list = subject.lists(at).at(-1);
	const about = past.about(said);
	const { breach } = past.world.oracle;
	if (!list || endOf(appointment, version) < list.viewAt) breach('a check reports what is', about);
	const first = past.first(said);
	const formers = subject
		.known(at)
		.flatMap((known) => (known.from >= first ? [] : known.possible(first)))
		.filter((former) => subject.report(at)(former, version) === kind);
	if (formers.length === 0)
		breach(`a ${node === POLLING ? 'poll' : 'check'} reports only news`, about);
	else if (node === POLLING && previous) {
		// Of an appointment that was not known, both fields are null.
		const isUnknown = Object.values(previous).every((value) => value === null);
		const isOneOfThem = formers.some((former) =>
			former ? !isUnknown && isFormer(previous, account, former) : isUnknown,
		);
		if (!isOneOfThem) breach('a poll says what was', about);
	}
}

/** What only holds for Catch Up. */
function judgeCheck(past: Past, said: Said): void {
	const { appointment, version, node } = said;
	const { facts, oracle } = past.world;
	const about = past.about(said);
	if (facts.isRefusedAt(about.at, node)) {
		oracle.breach('without a webhook, Catch Up runs nothing', about);
	}
	const first = firstOf(appointment, version);
	const own = past.saidOf(node, appointment);
	const isRepeated = own.some(
		(former) =>
			former.isCaughtUp &&
			former.execution.status === 'error' &&
			firstOf(appointment, former.version) === first &&
			past.optionsOf(former).whenFinished &&
			// Until another state has run.
			own.every((other) => other.at <= former.at || firstOf(appointment, other.version) === first),
	);
	if (isRepeated) oracle.breach('a check repeats no run that failed', about);
}

/** An event runs once, and not after a check has reported it. */
function judgeDelivered(past: Past, said: Said): void {
	const { event, node, version, kind, appointment, account } = said;
	// With Verify, the data may be of another moment.
	const happened = event?.version ?? version;
	const { timestamps, content } = account.dialect;
	const isClear = content === 'whole' && timestamps !== 'days ahead';
	const isFirst = firstOf(appointment, happened) === happened;
	const { deduplicate } = past.optionsOf(said);
	for (const former of past.saidOf(node, appointment)) {
		const about = past.about(said, { former, at: said.at });
		const { breach } = past.world.oracle;
		if (former.event === event && deduplicate) breach('an event runs once', about);
		if (!former.isCaughtUp || former.kind !== kind || !isClear || !isFirst) continue;
		const list = past.subject(node, appointment).lists(former.execution.createdAt).at(-1);
		const isReported = isSame(former.version, version) && happened.at < (list?.viewAt ?? 0);
		if (isReported) breach('a late delivery does not run', about);
	}
}

/** Only selected events run, about appointments that pass the filters. */
function judgeFilters(past: Past, said: Said): void {
	const { item, kind, version } = said;
	const data = item.data as IDataObject;
	const own = (data.calendar as IDataObject | undefined)?.calendar_key;
	const { status, events, onlyWhenChanged, calendar } = past.optionsOf(said);
	const passes =
		events.includes(kind) &&
		['', own ?? calendar].includes(calendar) &&
		(status.length === 0 || data.status === undefined || status.includes(String(data.status)));
	if (!passes) past.world.oracle.breach('filters hold', past.about(said));
	if (said.isCaughtUp || kind !== UPDATED || onlyWhenChanged.length === 0) return;
	const isChange = past
		.before(past.about(said))
		.some((former) => !former || isChanged(former, version, onlyWhenChanged));
	if (!isChange) past.world.oracle.breach('Only When Changed holds', past.about(said));
}

/** The item has the start as people read it and, with Verify, is not older than its event. */
function judgeContent(past: Past, said: Said): void {
	const { item, version, event, execution } = said;
	const { accountNow, isMisread, facts, oracle } = past.world;
	const { start_date } = item.data as IDataObject;
	const { iso = '', date, time } = (item.start ?? {}) as Record<string, string>;
	const isLocal = !/(Z|[+-]\d\d:\d\d)$/.test(String(start_date));
	// A local time may be that of two moments.
	const isMoment = isLocal
		? iso.slice(0, 19) === accountNow.zone.wall(version.start)
		: Date.parse(iso) === version.start;
	const isStart = start_date === undefined || (isMoment && iso.startsWith(`${date}T${time}`));
	if (!isStart && !isMisread) oracle.breach('start is the start', past.about(said));
	const isOlder =
		event !== undefined &&
		version.number < event.version.number &&
		!agrees(event, toTheMinute(version), toTheMinute(event.version));
	const isCalm = facts.arrivals.some(
		({ delivery, at, isHealthy }) =>
			delivery.event === event &&
			isHealthy &&
			at > execution.createdAt - 12 * SECOND &&
			!facts.faults.some(({ from }) => from > at && from < execution.createdAt),
	);
	if (isOlder && isCalm) oracle.breach('Verify shows what the event says', past.about(said));
}

/** People book minutes. */
const toTheMinute = (version: Version): Version => ({
	...version,
	start: Math.floor(version.start / MINUTE),
});

/** `previous` is a former state, not older than the one of the last run. */
function judgePrevious(past: Past, said: Said): void {
	const { previous, appointment, version, account, node, execution } = said;
	if (!previous) return;
	const { around, oracle } = past.world;
	const { content, timestamps } = account.dialect;
	const { versions } = appointment;
	// In regular mode, it is found out when the run begins.
	const at = around.hasWorkers ? execution.createdAt : said.at;
	const formers = past.before({ ...past.about(said), at }).filter((former) => former !== undefined);
	// A processor may know more than the main process, or less.
	const lastRun = past.saidOf(node, appointment).at(-1);
	const since = versions.slice(lastRun?.version.number ?? 0, version.number);
	const known = around.hasWorkers ? [...formers, ...since] : formers;
	// If it delivers changed fields only, each may come from another version.
	const parts: IDataObject[] =
		content === 'whole'
			? [previous]
			: [{ start_date: previous.start_date }, { status: previous.status }];
	const isOneOf = (states: Version[]) =>
		parts.every((part) => states.some((state) => isFormer(part, account, state)));
	const about = past.about(said);
	if (!isOneOf(versions)) return oracle.breach('previous was a state', about);
	const isTooLate = timestamps === 'true' && !around.hasWorkers && isSurelyLate(past, said);
	if (isTooLate || !isOneOf(known)) oracle.breach('previous is a former state', about);
}

/** Another, later state was known for certain. */
const isSurelyLate = (past: Past, { isCaughtUp, node, appointment, version, execution }: Said) => {
	const at = execution.createdAt - 1;
	const all = past.subject(node, appointment, at).heard(at);
	const isLater = ({ from }: Known) =>
		from >= 0 && firstOf(appointment, appointment.versions[from]!).number > version.number;
	return !isCaughtUp && all.every(isLater);
};
