import type { ITriggerFunctions, ITriggerResponse, IWebhookFunctions } from 'n8n-workflow';

import { rulesFor, triggerSettings } from '../parameters/settings';
import { knownIn, type Known } from './runs';
import { Watch } from './watch';
import { Watcher } from './watcher';

type Context = Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>;
const nameOf = (context: Context) =>
	JSON.stringify([context.getWorkflow().id, context.getNode().id]);

const watchers = new Map<string, Watcher>();

/** Undefined if another process watches, or none. */
export function watcherOf(context: Context): Watcher | undefined {
	const watcher = watchers.get(nameOf(context));
	return watcher?.watch.isClosed === false ? watcher : undefined;
}

/** What n8n calls at publication, at its start and on a change of leader. */
export async function startWatching(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const settings = triggerSettings(context);
	const name = nameOf(context);
	const former = watchers.get(name);
	// n8n may start it again without stopping it.
	former?.close();
	for (const [other, { isRecent }] of watchers) if (!isRecent) watchers.delete(other);
	watchers.delete(name);
	if (!settings.isForChanges) {
		delete context.getWorkflowStaticData('node').watched;
		return {};
	}
	const watch = new Watch(context, rulesFor(settings), knownFor(context, former));
	const watcher = new Watcher(watch, settings.checkMs);
	watchers.set(name, watcher);
	void watcher.run();
	await watcher.begun();
	return { closeFunction: async () => await Promise.resolve(watcher.close()) };
}

/** Changes while the workflow was not published are unknown, so they do not run. */
function knownFor(context: ITriggerFunctions, former?: Watcher): Known {
	const mode = context.getActivationMode();
	if (mode === 'update' && former?.isRecent) return former.watch.known;
	const isStored = mode === 'init' || mode === 'leadershipChange';
	const known = knownIn(isStored ? context.getWorkflowStaticData('node').watched : undefined);
	// An execution of the former version saves at its end what is known then.
	return former ? Object.assign(former.watch.known, known) : known;
}
