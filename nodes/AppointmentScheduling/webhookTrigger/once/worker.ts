import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { warnWith } from '../../n8n/errors';
import { MINUTE_MS } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/core/vocabulary';
import type { HandedOver, Question } from './handover';
import { creationIdentity } from './identity';
import type { ProcessedKeys } from './processedKeys';
import { triggerStateOf } from './state';

/** A trace says in which of these spans its run has begun or ended, because a state may come back. */
const SPAN_MS = 10 * MINUTE_MS;
/** What happened longer ago may run again. */
const MOST_SPANS = 24;
/** A run that has begun neither in this span nor in the one before, and not ended, is regarded as gone. */
export const LONGEST_WORK_MS = 2 * SPAN_MS;

/** Of a run in another process. It stays `begun` if that process was killed. */
export interface Answer {
	progress: 'none' | 'begun' | 'ended';
	/** Whether the appointment is not new, because its creation has run. */
	isCreated: boolean;
}

/** What a check learns about its execution. */
export interface Report {
	/** Whether it is on a worker. */
	isElsewhere: boolean;
	/** To its questions, in order. */
	answers?: Answer[];
}

export async function report(context: IExecuteFunctions, message: Report): Promise<void> {
	await context.sendResponse({ ...message }).catch((error: unknown) => {
		warnWith(context)('Catch Up could not learn that its run has begun', error);
	});
}

/** In queue mode: the item, if no other process has run its event. */
export async function startOnWorker(
	context: IExecuteFunctions,
	{ identity, whenFinished, caughtUp, appointment, questions, isInquiry }: HandedOver,
	json: IDataObject,
): Promise<IDataObject | undefined> {
	const answers = questions && (await answersTo(context, questions));
	const isDone = answers?.some(({ progress, isCreated }) => progress !== 'none' || isCreated);
	if (answers && (isInquiry || isDone)) {
		await report(context, { isElsewhere: true, answers });
		return undefined;
	}
	const record = async (entries: string[]) =>
		await ask(context, async (keys) => await keys.record(entries), entries);
	const isUnique = identity !== undefined && whenFinished !== true;
	const isFirst = !isUnique || !(await record([identity]))?.has(identity);
	// A copy that is dropped leaves nothing else.
	if (!isFirst && !caughtUp) return undefined;
	// A delivery may begin it at the same time.
	const begun = entriesOf(appointment, 'begun');
	const former = await record(withProofs(begun));
	const isTaken = caughtUp === true && begun.some((entry) => former?.has(proofOf(entry)));
	if (caughtUp) {
		const progress = isTaken ? 'begun' : 'none';
		await report(context, { isElsewhere: true, answers: [{ progress, isCreated: false }] });
	}
	if (isTaken) return undefined;
	const onEnd = async () => await record(withProofs(entriesOf(appointment, 'ended')));
	// Older versions of n8n do not say when a run has ended on a worker.
	if (typeof context.onExecutionFinish === 'function') context.onExecutionFinish(onEnd);
	else await onEnd();
	return json;
}

async function answersTo(context: IExecuteFunctions, questions: Question[]): Promise<Answer[]> {
	const recent = Date.now() - SPAN_MS;
	const entries = questions.map(({ traces, since, creation }) => ({
		ended: spanned(traces, 'ended', since),
		begun: spanned(traces, 'begun', Math.max(since, recent)),
		created: creation === undefined ? [] : [`${creation} ended`],
		creating: creation === undefined ? [] : spanned([creation], 'begun', recent),
	}));
	const all = entries.flatMap((own) => Object.values(own).flat());
	const find = async (names: string[]) =>
		await ask(context, async (keys) => await keys.find(names), names);
	const found = await find(all);
	const proven = await find(all.filter((entry) => found?.has(entry)).map(proofOf));
	const isAny = (some: string[]) => some.some((entry) => proven?.has(proofOf(entry)));
	return entries.map(({ ended, begun, created, creating }) => {
		const isCreated = isAny(created);
		if (isAny(ended)) return { progress: 'ended', isCreated };
		const isBegun = isAny(begun) || (!isCreated && isAny(creating));
		return { progress: isBegun ? 'begun' : 'none', isCreated };
	});
}

type Moment = 'begun' | 'ended';

/**
 * Reading an entry from n8n's store also creates it, and it may stay: the worker is killed, or another
 * one writes back what was removed. So a run leaves two entries, and the second one is read only if
 * the first one exists.
 */
const proofOf = (entry: string): string => `${entry} indeed`;

const withProofs = (entries: string[]): string[] =>
	entries.flatMap((entry) => [entry, proofOf(entry)]);

/** What a run leaves when it begins and when it ends. That a creation has ended counts for ever. */
function entriesOf(appointment: HandedOver['appointment'], what: Moment): string[] {
	if (appointment?.trace === undefined) return [];
	const { key, run, trace } = appointment;
	const now = Date.now();
	const entries = spanned([trace], what, now);
	if (run.event !== CREATION_EVENT) return entries;
	const creation = creationIdentity(key);
	const created = what === 'ended' ? [`${creation} ended`] : spanned([creation], what, now);
	return [...entries, ...created];
}

function spanned(names: string[], what: Moment, since: number): string[] {
	const last = Math.floor(Date.now() / SPAN_MS);
	const first = Math.max(Math.floor(since / SPAN_MS), last - MOST_SPANS);
	const spans = Array.from({ length: Math.max(last - first, 0) + 1 }, (_, index) => first + index);
	return names.flatMap((name) => spans.map((span) => `${name} ${what} ${span}`));
}

/** Undefined if n8n's store fails: then it runs. */
async function ask<T>(
	context: IExecuteFunctions,
	question: (keys: ProcessedKeys) => Promise<T>,
	entries: string[],
): Promise<T | undefined> {
	if (entries.length === 0) return undefined;
	try {
		return await question(triggerStateOf(context).keysWith(context.helpers));
	} catch (error) {
		const problem = 'n8n could not read or write which deliveries have run. A duplicate may run';
		warnWith(context)(problem, error);
		return undefined;
	}
}
