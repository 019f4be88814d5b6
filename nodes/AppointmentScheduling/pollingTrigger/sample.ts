import { NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import { endOf, isCanceled, type Appointment } from '../service/appointment';
import { appointmentsIn, byStart, listByStatuses } from '../service/appointments';
import { DAY_MS, FOREVER } from '../service/values/dates';
import { widerSpan } from '../service/values/entered';
import { CANCELED_STATUSES } from '../service/vocabulary';
import { previousOf } from '../watching/difference';
import { matches } from './matches';
import type { Setup } from './setup';

const RECENT_MS = 7 * DAY_MS;

/**
 * The test event in the editor: one item that is true of its appointment. That is the next one or,
 * for Appointment Ended, the last one that is over. What it was before is unknown.
 * @throws NodeOperationError if there is none
 */
export async function readSample(node: INode, setup: Setup): Promise<IDataObject> {
	const { client, event, zone, now, delay } = setup;
	const [from, to] = delay ? [now - RECENT_MS, now] : [now, FOREVER];
	const span = widerSpan(from, delay && to, zone);
	const wanted = { ...setup.filters, ...span };
	// A list may hide canceled appointments unless it is asked for them, one way or another.
	const { entries } =
		event === 'canceled'
			? await listByStatuses(client, { ...wanted, is_cancelled: true }, CANCELED_STATUSES)
			: await listByStatuses(client, wanted, setup.statuses);
	const { appointments } = await appointmentsIn(byStart(entries, zone), zone);
	const found = appointments.filter((one) => {
		const start = one.start?.ms ?? NaN;
		const end = delay ? endOf(start, one.end?.ms) : start;
		const isWanted = isCanceled(one) || event !== 'canceled';
		return start >= from && end <= to && isWanted && matches(setup, one.status);
	});
	const shown = delay ? found.at(-1) : found[0];
	if (!shown) throw nothingToShow(node, event);
	const { data } = shown;
	if (delay) return { event, data, delay };
	if (event === 'created') return { event, data };
	if (event === 'startsSoon') return { event, data, leadTime: nextLeadTime(shown, setup) };
	return { event, data, previous: previousOf() };
}

/** The lead time for which it runs now, or will run first. */
function nextLeadTime({ start }: Appointment, { leadTimes, now }: Setup) {
	const longestFirst = [...leadTimes].sort((one, other) => other.ms - one.ms);
	const ahead = (start?.ms ?? FOREVER) - now;
	const passed = longestFirst.filter(({ ms }) => ahead <= ms);
	return (passed.at(-1) ?? longestFirst[0])?.shown;
}

const FUTURE = 'that starts in the future and passes the filters';

/** What the user can do at the service. */
function nothingToShow(node: INode, event: Setup['event']): NodeOperationError {
	const ended =
		'No appointment of the last 7 days is over and passes the filters. Book one that ends within a few minutes and wait for its end';
	const others = `Book an appointment ${FUTURE}`;
	const canceled = `Book an appointment ${FUTURE}, and cancel it`;
	const how = event === 'ended' ? ended : event === 'canceled' ? canceled : others;
	return new NodeOperationError(node, 'Nothing to show yet', {
		description: `${how}, or change the filters. Then fetch the test event again.`,
		level: 'warning',
	});
}
