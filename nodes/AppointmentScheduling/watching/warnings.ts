import type { Logger } from 'n8n-workflow';

import { warnWith } from '../n8n/errors';
import { ServiceError } from '../service/core/errors';
import { MINUTE_MS, NEVER } from '../service/values/dates';
import { registry } from './keepLatest';

const INTERVAL_MS = 60 * MINUTE_MS;

interface Node {
	getWorkflow(): { id?: string };
	getNode(): { id: string };
	logger: Logger;
}

const warnings = registry(() => ({ at: NEVER }));

/** Logs why something did not work, once an hour for each node and reason. */
export function warnOnceAnHour(node: Node, problem: string, error: unknown): void {
	const reason = error instanceof ServiceError ? error.summary : String(error);
	const warning = warnings(node.getWorkflow().id, node.getNode().id, problem, reason);
	if (performance.now() - warning.at < INTERVAL_MS) return;
	warning.at = performance.now();
	warnWith(node)(problem, error);
}
