import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { warnWith } from '../../n8n/errors';
import { MINUTE_MS } from '../../service/values/dates';
import type { HandedOver, Trace } from './handover';
import type { ProcessedKeys } from './processedKeys';
import { stateOf } from './state';

/** A trace says in which of these spans its run has begun or ended, because a state may come back. */
const SPAN_MS = 10 * MINUTE_MS;
/** What happened longer ago may run again. */
const MOST_SPANS = 24;

/** Of a run in another process; it stays `begun` if that process was killed. */
export type Progress = 'none' | 'begun' | 'ended';

/** What a check learns about its execution. */
export type Reply = {
	progress: Progress;
	/** Whether it is on a worker. */
	isElsewhere: boolean;
	/** To its questions, in order. */
	answers?: Progress[];
};

export async function reply(context: IExecuteFunctions, message: Reply): Promise<void> {
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
	const trace = appointment?.trace;
	if (caughtUp) {
		const [progress = 'none'] = await progressOf(context, [caughtUp.traces]);
		const isGone = progress === 'none' || (progress === 'begun' && caughtUp.isOverdue);
		await reply(context, { progress: isGone ? 'none' : progress, isElsewhere: true });
		if (!isGone) return undefined;
	}
	const isUnique = identity !== undefined && (whenFinished !== true || caughtUp !== undefined);
	const entries = [
		...(isUnique ? [identity] : []),
		...(trace === undefined ? [] : [begunNow(trace)]),
	];
	const found = await ask(context, async (keys) => await keys.record(entries), entries);
	const isKnown = isUnique && found?.has(identity) === true;
	const passed = isKnown ? caughtUp?.otherwise && { ...json, event: caughtUp.otherwise } : json;
	if (!passed) return undefined;
	if (trace === undefined) return passed;
	const onEnd = async () =>
		await ask(context, async (keys) => await keys.record([endedNow(trace)]));
	// Older versions of n8n do not say when a run has ended on a worker.
	if (typeof context.onExecutionFinish === 'function') context.onExecutionFinish(onEnd);
	else await onEnd();
	return passed;
}

/** An execution that asks for all differences of a check at once. */
export async function answerQuestions(
	context: IExecuteFunctions,
	questions: Trace[][],
	isElsewhere: boolean,
): Promise<void> {
	const answers = isElsewhere ? await progressOf(context, questions) : [];
	await reply(context, { progress: 'none', isElsewhere, answers });
}

/** How far the runs have come that left any of the traces, for each question. */
async function progressOf(context: IExecuteFunctions, questions: Trace[][]): Promise<Progress[]> {
	const entries = questions.map((traces) => ({
		ended: traces.flatMap((trace) =>
			spansOf(trace).map((span) => entryOf(trace.name, 'ended', span)),
		),
		begun: traces.flatMap((trace) =>
			spansOf(trace).map((span) => entryOf(trace.name, 'begun', span)),
		),
	}));
	const all = entries.flatMap(({ ended, begun }) => [...ended, ...begun]);
	const found = await ask(context, async (keys) => await keys.find(all), all);
	const isFound = (entry: string) => found?.has(entry) === true;
	return entries.map(({ ended, begun }) => {
		if (ended.some(isFound)) return 'ended';
		return begun.some(isFound) ? 'begun' : 'none';
	});
}

const spanNow = () => Math.floor(Date.now() / SPAN_MS);
const entryOf = (name: string, what: 'begun' | 'ended', span: number) => `${name} ${what} ${span}`;
const begunNow = (name: string) => entryOf(name, 'begun', spanNow());
const endedNow = (name: string) => entryOf(name, 'ended', spanNow());

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
		return await question(stateOf(context).keysWith(context.helpers));
	} catch (error) {
		const problem = 'n8n could not read or write which deliveries have run. A duplicate may run';
		warnWith(context)(problem, error);
		return undefined;
	}
}
