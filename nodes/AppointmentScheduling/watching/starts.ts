import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { isObject } from '../service/values/bodies';
import { contradictionIn, readableStart } from '../service/values/starts';
import { warnOnceAnHour } from './warnings';

type Node = Pick<IPollFunctions, 'getNode' | 'getWorkflow' | 'logger'>;

/**
 * The events of a trigger, each with `start` beside `data`: the hour that people read. Absent if the
 * start or the zone is unknown. If the service contradicts the zone, n8n's log says so.
 */
export function withStarts(node: Node, events: IDataObject[], zone?: string): IDataObject[] {
	const starts = events.map(({ data }) => (isObject(data) ? data.start_date : undefined));
	const contradiction = zone === undefined ? undefined : contradictionIn(starts, zone);
	if (contradiction !== undefined) warnOnceAnHour(node, contradiction, undefined, 'zone');
	return events.map((event, index) => {
		const start = readableStart(starts[index], zone);
		return start ? { ...event, start } : event;
	});
}
