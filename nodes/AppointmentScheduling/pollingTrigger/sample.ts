import { NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import { endOf, isCanceled } from '../service/appointment';
import { appointmentsIn, byStart, listByStatuses } from '../service/appointments';
import { DAY_MS } from '../service/values/dates';
import { widerSpan } from '../service/values/entered';
import { previousOf } from '../watching/difference';
import { matches } from './matches';
import type { Setup } from './setup';
import { begunLeadTime, soonSpan } from './startingSoon';

const RECENT_MS = 7 * DAY_MS;

/** What the user can do at the service. */
const BOOK = 'Book an appointment that starts in the future and passes the filters';
const ADVICE: Partial<Record<Setup['event'], string>> = {
	canceled: `${BOOK}, and cancel it`,
	ended:
		'No appointment of the last 7 days is over and passes the filters. Book one that ends within a few minutes and wait for its end',
	statusChanged:
		'No coming appointment passes the filters, and none of the last 7 days. Change the status of one',
};

/**
 * The test event in the editor: one item that is true of its appointment. That is the next one or,
 * for Appointment Ended, the last one that is over. For Status Changed, it may have begun if none is
 * next, because nothing that is attended or a no-show is. What it was before is unknown.
 * @throws NodeOperationError if there is none
 */
export async function readSample(node: INode, setup: Setup): Promise<IDataObject> {
	const { client, event, zone, now, delay, leadTimes, statuses } = setup;
	const from = delay || event === 'statusChanged' ? now - RECENT_MS : now;
	const span = widerSpan(from, delay && now, zone);
	// A list may hide canceled appointments unless it is asked for them.
	const canceled = event === 'canceled' && { is_cancelled: true };
	const wanted = { ...setup.filters, ...canceled, ...span };
	const { entries } = await listByStatuses(client, wanted, statuses);
	const { appointments } = await appointmentsIn(byStart(entries, zone), zone);
	const found = appointments.filter((one) => {
		const { start, end, status } = one;
		if (!start || start.ms < from || !matches(setup, status)) return false;
		if (event === 'canceled' && !isCanceled(one)) return false;
		return !delay || endOf(start.ms, end?.ms) <= now;
	});
	const shown = found.find(({ start }) => start!.ms >= now) ?? found.at(-1);
	if (!shown) {
		throw new NodeOperationError(node, 'Nothing to show yet', {
			description: `${ADVICE[event] ?? BOOK}, or change the filters. Then fetch the test event again.`,
			level: 'warning',
		});
	}
	const { data } = shown;
	if (delay) return { event, data, delay: delay.shown };
	if (event === 'created') return { event, data };
	if (event !== 'startsSoon') return { event, data, previous: previousOf() };
	// For which it runs now, or will run first.
	const at = Math.min(shown.start!.ms, soonSpan(setup).to);
	return { event, data, leadTime: begunLeadTime(leadTimes, at - now)?.shown };
}
