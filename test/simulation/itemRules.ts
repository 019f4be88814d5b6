import type { IDataObject } from 'n8n-workflow';

import { UPDATED, type Version } from './account';
import { MINUTE, SECOND } from './clock';
import {
	hasNoClock,
	hasSeveralProcessors,
	isLate,
	isOfAnotherAccount,
	isSetBack,
	MOMENTS_MS,
} from './conditions';
import { docs } from './docs';
import { agrees, differs } from './expectedReports';
import type { Past } from './past';
import { firstOf, isFormer, isFormerInAnyZone, isSame, show, type Said } from './said';
import type { Listed } from './service';

/** Only selected events run, about appointments that pass the filters. */
export function judgeFilters(past: Past, said: Said): void {
	const { item, kind, version, appointment } = said;
	const data = item.data as IDataObject;
	const calendar = (data.calendar as IDataObject | undefined)?.calendar_key;
	const options = past.optionsOf(said);
	const { status, events, onlyWhenChanged } = options;
	const passes =
		events.includes(kind) &&
		(options.calendar === '' || calendar === undefined || calendar === options.calendar) &&
		(status.length === 0 || data.status === undefined || status.includes(String(data.status)));
	if (!passes) past.oracle.breach('filters hold', show(said));
	if (said.isCaughtUp || kind !== UPDATED || onlyWhenChanged.length === 0) return;
	const possible = past.before(said.node, appointment, version, said.execution.createdAt);
	const hasChanged = possible.some(
		(former) => !former || differs(former, version, onlyWhenChanged),
	);
	if (hasChanged) return;
	past.oracle.breach('Only When Changed holds', show(said), [
		docs('Only When Changed needs one webhook processor', () => hasSeveralProcessors(past)),
		docs(
			'If that is unknown, it runs',
			() =>
				isLate(past, said) ||
				said.account.dialect.timestamps !== 'true' ||
				isSeenSince(past, said, version.at) ||
				(onlyWhenChanged.includes('start') && data.start_date === undefined) ||
				(onlyWhenChanged.includes('status') && data.status === undefined),
		),
		docs(
			'an edit of another field runs if it happens within a minute after a check has first seen the present state',
			() => hasNoClock(past) || isSeenSince(past, said, version.at - MINUTE - MOMENTS_MS),
		),
		docs('an update runs with what the API shows', () => options.verify),
	]);
}

/** The item has the start as people read it and, with Verify, is not older than its event. */
export function judgeContent(past: Past, said: Said): void {
	const { item, version, event, execution } = said;
	const { start_date } = item.data as IDataObject;
	const { iso, date, time: clock } = (item.start ?? {}) as Record<string, string>;
	const isLocal = !/(Z|[+-]\d\d:\d\d)$/.test(String(start_date));
	// A local time may be that of two moments.
	const isMoment = isLocal
		? iso?.slice(0, 19) === past.world.accountNow.zone.wall(version.start)
		: Date.parse(iso ?? '') === version.start;
	const isStart = isMoment && iso?.startsWith(`${date}T${clock}`) === true;
	if (start_date !== undefined && !isStart && !past.world.isMisread) {
		past.oracle.breach('start is the start', `${JSON.stringify(item.start)}: ${show(said)}`);
	}
	const isOlder =
		event !== undefined &&
		version.number < event.version.number &&
		!agrees(event, toTheMinute(version), toTheMinute(event.version));
	const { arrivals, faults } = past.world.facts;
	const isCalm = arrivals.some(
		({ delivery, at, isHealthy }) =>
			delivery.event === event &&
			isHealthy &&
			at > execution.createdAt - 12 * SECOND &&
			!faults.some(({ from }) => from > at && from < execution.createdAt),
	);
	if (isOlder && isCalm) past.oracle.breach('Verify shows what the event says', show(said));
}

/** People book minutes. */
const toTheMinute = (version: Version): Version => ({
	...version,
	start: Math.floor(version.start / MINUTE),
});

/** `previous` is a former state, not older than the one of the last run. */
export function judgePrevious(past: Past, said: Said): void {
	const { previous, appointment, version, account, node, execution } = said;
	if (!previous) return;
	// In regular mode, it is found out when the run begins.
	const at = past.world.around.hasWorkers ? execution.createdAt : said.at;
	const possible = past.before(node, appointment, version, at);
	const formers = possible.filter((former) => former !== undefined);
	const { content, timestamps } = account.dialect;
	const isTooLate =
		timestamps === 'true' && !past.world.around.hasWorkers && isSurelyLate(past, said);
	// If it delivers changed fields only, each may come from another version.
	const parts: IDataObject[] =
		content === 'whole'
			? [previous]
			: [{ start_date: previous.start_date }, { status: previous.status }];
	const lastRun = past.said.findLast(
		(former) => former.node === node && former.appointment === appointment,
	);
	const since = appointment.versions.slice(lastRun?.version.number ?? 0, version.number);
	// A processor may know more than the main process, or less.
	const known = past.world.around.hasWorkers ? [...formers, ...since] : formers;
	const isKnown = (part: IDataObject) =>
		!isTooLate && known.some((state) => isFormer(part, account, state));
	if (parts.every(isKnown)) return;
	const isEarlier = (end: number) =>
		appointment.versions.slice(0, end).some((state) => isFormer(previous, account, state));
	const numbers = formers.map(({ number }) => number).join(' ');
	const detail = `${JSON.stringify(previous)}, not one of ${numbers}: ${show(said)}`;
	past.oracle.breach('previous is a former state', detail, [
		docs(
			'If the timestamps of a service are missing or not the times of its events, previous may be another former state',
			() => timestamps !== 'true' && isEarlier(Infinity),
		),
		docs(
			'the same holds, and a change may run twice',
			() => hasNoClock(past) && isEarlier(Infinity),
		),
		docs(
			'Another account is recorded anew',
			() => isOfAnotherAccount(past, said) && isEarlier(version.number),
		),
		docs(
			'and previous may be older',
			() => hasSeveralProcessors(past) && isEarlier(version.number),
		),
		docs(
			'and of a late one be a later state',
			() => past.world.around.hasWorkers && isLate(past, said) && isEarlier(Infinity),
		),
		docs(
			'previous of a delivery may skip what a check has reported',
			() =>
				past.world.around.hasWorkers &&
				!said.isCaughtUp &&
				lastRun?.isCaughtUp === true &&
				isEarlier(version.number),
		),
		docs(
			'event and previous may skip what was delivered since',
			() =>
				past.world.around.hasWorkers &&
				(said.isCaughtUp || past.world.facts.isStoppedBetween(lastRun?.at ?? 0, said.at)) &&
				isEarlier(version.number),
		),
		docs('Enter the zone of your account as Service Timezone', () =>
			[...formers, ...since].some(
				(state) => past.world.isMisread && isFormerInAnyZone(previous, state),
			),
		),
		docs('A Code node that writes static data may set the saved state back', () =>
			isSetBack(past, 0, said.at),
		),
	]);
}

/** After this moment, a check has first seen its state, or has seen a later one. */
function isSeenSince(past: Past, { node, appointment, version, execution }: Said, moment: number) {
	const subject = past.subject(node, appointment, execution.createdAt);
	const lists = past.knowledge.lists(subject, execution.createdAt);
	const shownBy = (list: Listed) => past.knowledge.shown(subject, list);
	const shows = (list: Listed) => shownBy(list) !== undefined && isSame(shownBy(list)!, version);
	return lists.some((list, index) => {
		const former = lists[index - 1];
		const isFirst = !former || !shows(former) || subject.isForgotten(former, list.at);
		const isLater = (shownBy(list)?.number ?? 0) > version.number;
		return list.at > moment && (shows(list) ? isFirst : isLater);
	});
}

/** Another, later state was known for certain. */
const isSurelyLate = (past: Past, { isCaughtUp, node, appointment, version, execution }: Said) =>
	!isCaughtUp &&
	past
		.known(node, appointment, execution.createdAt - 1)
		.every(
			({ from }) =>
				from >= 0 && firstOf(appointment, appointment.versions[from]!).number > version.number,
		);
