import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { log } from '../n8n/log';
import { isObject } from '../service/values/bodies';
import { contradictionIn } from '../service/values/contradiction';
import { readableStart } from '../service/values/readable';
import { registry } from './keepLatest';

type Node = Pick<IPollFunctions, 'getNode' | 'getWorkflow' | 'logger'>;

/**
 * The events of a trigger, each with `start` beside `data`: the hour that people read. Absent if the
 * start or the zone is unknown. If the service contradicts the zone, n8n's log says so.
 */
export function withStarts(node: Node, events: IDataObject[], zone?: string): IDataObject[] {
	const starts = events.map(({ data }) => (isObject(data) ? data.start_date : undefined));
	const contradiction = zone === undefined ? undefined : contradictionIn(starts, zone);
	if (contradiction !== undefined) warnOnce(node, 'zone', contradiction);
	return events.map((event, index) => {
		const start = readableStart(starts[index], zone);
		return start ? { ...event, start } : event;
	});
}

const topics = registry(() => new Set<string>());

/** Logs a warning about a node, once in a process for each topic. */
export function warnOnce(node: Node, topic: string, text: string): void {
	const { id: workflowId } = node.getWorkflow();
	const { id, name } = node.getNode();
	const logged = topics(workflowId, id);
	if (!logged.has(topic)) log(node, 'warn', `${name}: ${text}`, { workflowId });
	logged.add(topic);
}
