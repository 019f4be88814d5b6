import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../n8n/connect';
import { withReadable } from '../watching/item';
import { warnOnceAnHour } from '../watching/warnings';
import { runIdIn } from './changes/runs';
import { watcherOf } from './changes/watchers';
import { identityIn } from './notifications/once';
import { processedKeysOf } from './notifications/processedKeys';

/** The first node of an execution. It drops copies of a notification that another process has run. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const [first] = items;
	if (!first || (await isDuplicate(context, first))) return [[]];
	const runId = context.getMode() === 'trigger' ? runIdIn(first) : undefined;
	if (runId !== undefined) watcherOf(context)?.watch.runs.settle(runId, context);
	// With Each Change, the watcher has made it readable.
	const zone = 'appointment' in first.json ? undefined : await zoneIn(context);
	const shown = (event: IDataObject) =>
		'appointment' in event ? event : withReadable(event, zone);
	return [items.map(({ json }, item) => ({ json: shown(json), pairedItem: { item } }))];
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

/** Undefined if it is unknown: then starts keep their own offset. */
async function zoneIn(context: IExecuteFunctions): Promise<string | undefined> {
	try {
		return (await connect(context)).zone;
	} catch (error) {
		const problem = 'The time zone could not be read, so starts are shown as the service sent them';
		warnOnceAnHour(context, problem, error);
		return undefined;
	}
}
