import { CREATION_EVENT } from '../../service/core/vocabulary';
import { FOREVER } from '../../service/values/dates';
import {
	caughtBy,
	FAILED,
	isOrderUnclear,
	latest,
	previousOf,
	without,
	withLatePromoted,
	type Known,
	type Row,
	type Run,
} from './row';
import { isSameState } from './state';

/**
 * The execution of a run has reached the trigger, maybe long after the decision. Without a run, it
 * need not go on.
 */
export function beginRun(
	row: Row,
	id: number,
	agreement: string,
	event?: string,
): { row: Row; run?: Run } {
	const run = row.runs.find((other) => other.id === id);
	if (!run) return { row };
	const others = { ...row, runs: row.runs.filter((other) => other !== run && other.hasBegun) };
	const isListed = run.listedAt !== undefined;
	const former = isListed ? latest(others) : formerOf(run, others, agreement);
	const isPast = isListed && former && (former.at > run.at || isSameState(former, run, agreement));
	if (isPast && run.event !== CREATION_EVENT) return { row: endRun(row, id, 'undone') };
	const previous = run.isLate ? run.previous : previousOf(run, former, agreement);
	const begun = { ...run, event: event ?? run.event, hasBegun: true, previous };
	return {
		row: { ...row, runs: row.runs.map((other) => (other === run ? begun : other)) },
		run: begun,
	};
}

/** What was known before what a delivery says. */
const formerOf = (run: Run, others: Row, agreement: string): Known | undefined =>
	isOrderUnclear(others, agreement)
		? undefined
		: latest(withLatePromoted(others), ({ at }) => at <= run.at);

/**
 * The end of a run. It counts, or has failed although it had to succeed, or was not started.
 */
export function endRun(row: Row, id: number, end: 'counts' | 'failed' | 'undone'): Row {
	const run = row.runs.find((other) => other.id === id);
	if (!run) return row;
	const { start, status, at, listedAt } = run;
	const left: Row = { ...row, runs: row.runs.filter((other) => other !== run) };
	if (end !== 'counts') {
		const tried = { start, status, times: FAILED, event: run.event };
		const hasFailed = end === 'failed' && listedAt !== undefined;
		// Another process may have begun to report it.
		const isOpen = row.caught?.isOpen === true;
		const next = hasFailed ? { ...without(left, isOpen ? ['caught'] : []), tried } : left;
		return withLatePromoted({ ...next, late: next.late ?? run.recorded });
	}
	const known = { start, status, at, isListed: listedAt !== undefined };
	const { reported, seen, late } = row;
	const isNewest = reported ? at >= reported.at && !run.isLate : !run.isLate || !seen;
	const isOlder = (name: 'agreed' | 'late' | 'seen') =>
		isNewest && (row[name]?.at ?? FOREVER) <= at;
	const next = without(left, ['tried', ...(['agreed', 'late', 'seen'] as const).filter(isOlder)]);
	return withLatePromoted({
		...next,
		reported: isNewest ? known : reported,
		// A creation was certainly before what is known.
		...(run.isLate &&
			run.event !== CREATION_EVENT && { late: late && late.at > at ? late : known }),
		...(listedAt !== undefined && { caught: caughtBy(run) }),
	});
}
