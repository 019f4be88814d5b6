import type { Logger } from 'n8n-workflow';

import { registry } from '../concurrency/registry';
import { explanationOf } from '../n8n/errors';
import { HOUR_MS, NEVER } from '../service/values/dates';

interface Node {
	getWorkflow(): { id?: string };
	getNode(): { id: string; name: string };
	logger: Logger;
}

const warnings = registry(() => ({ at: NEVER }));

/**
 * Logs a problem once an hour for each node and reason, without a text of the service.
 * @param error the reason, unless the text says it
 * @param topic instead of a text that is another one each time
 */
export function warnOnceAnHour(
	node: Node,
	problem: string,
	error?: unknown,
	topic = problem,
): void {
	const reason = explanationOf(error).summary;
	const warning = warnings(node.getWorkflow().id, node.getNode().id, topic, reason);
	if (performance.now() - warning.at < HOUR_MS) return;
	warning.at = performance.now();
	const text = `${node.getNode().name}: ${problem}`;
	node.logger.warn(error === undefined ? text : `${text}: ${reason}`);
}
