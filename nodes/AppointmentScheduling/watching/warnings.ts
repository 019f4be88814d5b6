import type { Logger } from 'n8n-workflow';

import { registry } from '../concurrency/registry';
import { explanationOf } from '../n8n/errors';
import { HOUR_MS, NEVER } from '../service/values/dates';

interface Node {
	getWorkflow(): { id?: string };
	getNode(): { id: string; name: string };
	logger: Logger;
}

const latest = registry(() => ({ at: NEVER }));

/** Whether a trigger says this for the first time within an hour. */
export function isNewThisHour(node: Omit<Node, 'logger'>, ...said: unknown[]): boolean {
	const last = latest(node.getWorkflow().id, node.getNode().id, ...said);
	if (performance.now() - last.at < HOUR_MS) return false;
	last.at = performance.now();
	return true;
}

/**
 * Logs a problem once an hour for each node and reason, without a text of the service.
 * @param error the reason, unless the text says it
 */
export function warnOnceAnHour(node: Node, problem: string, error?: unknown): void {
	const reason = explanationOf(error).summary;
	if (!isNewThisHour(node, problem, reason)) return;
	const text = `${node.getNode().name}: ${problem}`;
	node.logger.warn(error === undefined ? text : `${text}: ${reason}`);
}
