import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../../n8n/connect';
import { warnWith } from '../../n8n/errors';
import { zoneIfSet } from '../../n8n/zone';
import { isObject } from '../../service/values/bodies';
import type { Run } from '../../watching/former/row';
import { withStarts } from '../../watching/starts';
import { previousFor } from '../../watching/former/state';
import { handoverIn, type HandedOver } from './handover';
import { triggerStateOf } from './state';
import { report, startOnWorker } from './worker';

/** Runs as the first node of an execution. It drops copies of what has run already. */
export async function start(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const isProduction = ['webhook', 'trigger'].includes(context.getMode());
	const started: INodeExecutionData[] = [];
	for (const [index, item] of context.getInputData().entries()) {
		const handover = isProduction ? handoverIn(item) : undefined;
		const passed: INodeExecutionData = { ...item, pairedItem: { item: index } };
		delete passed.delivery;
		const json = handover ? await startItem(context, handover, passed.json) : passed.json;
		if (json) started.push({ ...passed, json });
	}
	if (started.length === 0) return [[]];
	const events = withStarts(
		context,
		started.map(({ json }) => json),
		await zoneIn(context),
	);
	return [started.map((item, index) => ({ ...item, json: events[index] ?? item.json }))];
}

/** Undefined if it is unknown: the event still runs. */
async function zoneIn(context: IExecuteFunctions): Promise<string | undefined> {
	try {
		return zoneIfSet(await connect(context));
	} catch (error) {
		warnWith(context)('The time zone could not be read, so there is no readable start', error);
		return undefined;
	}
}

/** The item, as far as it runs. */
async function startItem(
	context: IExecuteFunctions,
	handover: HandedOver,
	json: IDataObject,
): Promise<IDataObject | undefined> {
	if (handover.isElsewhere && !triggerStateOf(context).isOwner) {
		return await startOnWorker(context, handover, json);
	}
	return await startHere(context, handover, json);
}

/**
 * In the process that has received the delivery or has found the difference, or in its successor:
 * after a restart, n8n starts the executions that were waiting for their turn.
 */
async function startHere(
	context: IExecuteFunctions,
	{ identity, whenFinished, caughtUp, appointment, isElsewhere }: HandedOver,
	json: IDataObject,
): Promise<IDataObject | undefined> {
	const state = triggerStateOf(context);
	const { book, memory } = state;
	state.load(context);
	// After a restart, its delivery may have been sent again before its turn has come.
	if (isElsewhere && identity !== undefined && memory.has(identity)) return undefined;
	const { key, run: handed } = appointment ?? {};
	// A delivery that was given up meanwhile still runs, instead of what a check has found.
	const isHere = !isElsewhere && key && handed && (caughtUp || book.has(key, handed.id));
	const id = key && handed && (isHere ? handed.id : book.adopt(key, handed));
	const run = key && id !== undefined ? book.begin(key, id) : undefined;
	if (caughtUp) {
		await report(context, { isElsewhere: false });
		// While it waited for its turn, something else has reported the change.
		if (!run) return undefined;
	}
	if (whenFinished) {
		// Whoever waits for the end of the run learns whether it has succeeded.
		state.save(context);
		return withPrevious(json, run, book.header.zone);
	}
	if (identity !== undefined) memory.remember(identity, false);
	let hasEnded = false;
	const end = () => {
		if (hasEnded) return;
		hasEnded = true;
		if (identity !== undefined) memory.remember(identity);
		if (key && id !== undefined) book.end(key, id, 'counts');
	};
	// n8n saves after success, after errors, and when the run starts to wait.
	state.save(context, end);
	// Also after a cancellation, or if a Code node wrote static data. Older versions of n8n lack it.
	if (typeof context.onExecutionFinish === 'function') context.onExecutionFinish(end);
	return withPrevious(json, run, book.header.zone);
}

/** With the state before the run as it is known now, since the run may have waited for its turn. */
function withPrevious(json: IDataObject, run: Run | undefined, zone = 'utc'): IDataObject {
	if (!run) return json;
	const data = isObject(json.data) ? json.data : {};
	const passed = { ...json };
	delete passed.previous;
	return run.previous ? { ...passed, previous: previousFor(run.previous, data, zone) } : passed;
}
