import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { zoneIfSet } from '../n8n/zone';
import { withStarts } from '../watching/starts';
import { warnOnceAnHour } from '../watching/warnings';
import { runIdIn } from './changes/pending';
import { watcherOf } from './changes/watcher';
import { identityIn } from './notifications/notify';
import { processedKeysOf } from './notifications/processedKeys';

/** The first node of an execution. It drops copies of a notification that another process has run. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const [first] = items;
	if (!first || (await isDuplicate(context, first))) return [[]];
	const runId = context.getMode() === 'trigger' ? runIdIn(first) : undefined;
	if (runId !== undefined) watcherOf(context)?.watch.begin(context, runId);
	const events = items.map(({ json }) => json);
	// With Each Change, the watcher has added it.
	const isShown = 'start' in first.json;
	const shown = isShown ? events : withStarts(context, events, await zoneIn(context));
	return [shown.map((json, item) => ({ json, pairedItem: { item } }))];
}

/** Not asked in tests and retries. If n8n's table fails, the event runs. */
async function isDuplicate(context: IExecuteFunctions, item: INodeExecutionData): Promise<boolean> {
	const identity = context.getMode() === 'webhook' ? identityIn(item) : undefined;
	if (identity === undefined) return false;
	const keys = processedKeysOf(context.getWorkflow().id, context.getNode().id);
	return await keys.record(identity, context.helpers).catch((error: unknown) => {
		const problem = 'n8n could not say which notifications have run. A duplicate may run';
		warnOnceAnHour(context, problem, error);
		return false;
	});
}

/** Undefined if it is unknown: the event still runs. */
async function zoneIn(context: IExecuteFunctions): Promise<string | undefined> {
	try {
		return zoneIfSet(await connect(context));
	} catch (error) {
		const problem = 'The time zone could not be read, so there is no readable start';
		warnOnceAnHour(context, problem, error);
		return undefined;
	}
}
