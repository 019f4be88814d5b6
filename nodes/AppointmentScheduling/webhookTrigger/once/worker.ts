import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { warnWith } from '../../n8n/errors';
import { MINUTE_MS } from '../../service/values/dates';
import { CREATION_EVENT } from '../../service/core/vocabulary';
import type { HandedOver, Question, Trace } from './handover';
import { creationIdentity } from './identity';
import type { ProcessedKeys } from './processedKeys';
import { triggerStateOf } from './state';

/** A trace says in which of these spans its run has begun or ended, because a state may come back. */
const SPAN_MS = 10 * MINUTE_MS;
/** What happened longer ago may run again. */
const MOST_SPANS = 24;

/** Of a run in another process; it stays `begun` if that process was killed. */
export type Progress = 'none' | 'begun' | 'ended';

/** What a check learns about its execution. */
export type Report = {
	progress: Progress;
	/** Whether it is on a worker. */
	isElsewhere: boolean;
	/** What it reports, if the appointment is not new after all. */
	event?: string;
	/** To its questions, in order. */
	answers?: Progress[];
};

export async function report(context: IExecuteFunctions, message: Report): Promise<void> {
	await context.sendResponse(message).catch((error: unknown) => {
		warnWith(context)('Catch Up could not learn that its run has begun', error);
	});
}

/** In queue mode: the item, if no other process has run its event. */
export async function startOnWorker(
	context: IExecuteFunctions,
	{ identity, whenFinished, caughtUp, appointment }: HandedOver,
	json: IDataObject,
): Promise<IDataObject | undefined> {
	let isCreated = false;
	if (caughtUp) {
		const [answer] = await answersTo(context, [caughtUp.question]);
		const progress = answer?.progress ?? 'none';
		isCreated = answer?.isCreated === true;
		const isGone = progress === 'none' || (progress === 'begun' && caughtUp.isOverdue);
		await report(context, {
			progress: isGone ? 'none' : progress,
			isElsewhere: true,
			event: isCreated ? caughtUp.otherwise : undefined,
		});
		if (!isGone) return undefined;
	}
	const isUnique = identity !== undefined && (whenFinished !== true || caughtUp !== undefined);
	const entries = [...(isUnique ? [identity] : []), ...entriesOf(appointment, 'begun')];
	const found = await ask(context, async (keys) => await keys.record(entries), entries);
	if (isCreated && caughtUp?.otherwise === undefined) return undefined;
	if (!caughtUp && isUnique && found?.has(identity)) return undefined;
	const passed = isCreated ? { ...json, event: caughtUp?.otherwise } : json;
	const ended = entriesOf(appointment, 'ended');
	if (ended.length === 0) return passed;
	const onEnd = async () => await ask(context, async (keys) => await keys.record(ended));
	// Older versions of n8n do not say when a run has ended on a worker.
	if (typeof context.onExecutionFinish === 'function') context.onExecutionFinish(onEnd);
	else await onEnd();
	return passed;
}

/** An execution that asks for all differences of a check at once. */
export async function answerQuestions(
	context: IExecuteFunctions,
	questions: Question[],
	isElsewhere: boolean,
): Promise<void> {
	const answers = isElsewhere ? await answersTo(context, questions) : [];
	const all = answers.map(({ progress }) => progress);
	await report(context, { progress: 'none', isElsewhere, answers: all });
}

/** How far the runs have come that left any of the traces, and whether a creation has run. */
async function answersTo(
	context: IExecuteFunctions,
	questions: Question[],
): Promise<Array<{ progress: Progress; isCreated: boolean }>> {
	const entries = questions.map(({ traces, creation }) => ({
		ended: traces.flatMap((trace) => spanned(trace, 'ended')),
		begun: traces.flatMap((trace) => spanned(trace, 'begun')),
		created: creation === undefined ? [] : [`${creation} ended`],
		creating: creation === undefined ? [] : [`${creation} begun`],
	}));
	const all = entries.flatMap((own) => Object.values(own).flat());
	const found = await ask(context, async (keys) => await keys.find(all), all);
	const isAny = (some: string[]) => some.some((entry) => found?.has(entry));
	return entries.map(({ ended, begun, created, creating }) => {
		const isCreated = isAny(created);
		if (isAny(ended)) return { progress: 'ended', isCreated };
		const isBegun = isAny(begun) || (!isCreated && isAny(creating));
		return { progress: isBegun ? 'begun' : 'none', isCreated };
	});
}

/** What a run leaves when it begins and when it ends. */
function entriesOf(appointment: HandedOver['appointment'], what: 'begun' | 'ended'): string[] {
	if (appointment?.trace === undefined) return [];
	const { key, run, trace } = appointment;
	const creation = run.event === CREATION_EVENT ? [`${creationIdentity(key)} ${what}`] : [];
	return [entryOf(trace, what, spanNow()), ...creation];
}

const spanNow = () => Math.floor(Date.now() / SPAN_MS);
const entryOf = (name: string, what: 'begun' | 'ended', span: number) => `${name} ${what} ${span}`;
const spanned = (trace: Trace, what: 'begun' | 'ended') =>
	spansOf(trace).map((span) => entryOf(trace.name, what, span));

function spansOf({ since }: Trace): number[] {
	const last = spanNow();
	const first = Math.max(Math.floor(since / SPAN_MS), last - MOST_SPANS);
	return Array.from({ length: Math.max(last - first, 0) + 1 }, (_, index) => first + index);
}

/** Undefined if n8n's store fails: then it runs. */
async function ask<T>(
	context: IExecuteFunctions,
	question: (keys: ProcessedKeys) => Promise<T>,
	entries?: string[],
): Promise<T | undefined> {
	if (entries?.length === 0) return undefined;
	try {
		return await question(triggerStateOf(context).keysWith(context.helpers));
	} catch (error) {
		const problem = 'n8n could not read or write which deliveries have run. A duplicate may run';
		warnWith(context)(problem, error);
		return undefined;
	}
}
