import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { appointmentIn, simplified } from '../service/appointment';
import { contradictionOf, readableStart } from '../service/values/starts';
import { warnOnceAnHour } from './warnings';

type Node = Pick<IPollFunctions, 'getNode' | 'getWorkflow' | 'logger'>;

/**
 * An event as an item: with the simplified `appointment` and, if `data` shows one, the readable
 * `start`. If the service contradicts the zone of the account, n8n's log says so.
 */
export function withReadable(
	node: Node,
	event: IDataObject,
	zone: string | undefined,
): IDataObject {
	const { data } = event;
	const appointment = simplified(data, zone);
	const start = appointmentIn(data, zone)?.start;
	if (!start) return { ...event, appointment };
	const contradiction = zone === undefined ? undefined : contradictionOf(start, zone);
	if (contradiction !== undefined) warnOnceAnHour(node, contradiction, undefined, 'zone');
	return { ...event, appointment, start: readableStart(start, zone) };
}
