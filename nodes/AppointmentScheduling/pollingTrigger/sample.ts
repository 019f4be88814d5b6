import { NodeOperationError, type IDataObject, type INode } from 'n8n-workflow';

import { readLength } from '../availability/slots';
import { byStart, listByStatuses } from '../service/appointments';
import { CANCELED_STATUSES, isCanceledStatus } from '../service/core/vocabulary';
import { ALL_ENTRIES } from '../service/lists/list';
import { DAY_MS, FOREVER, instantOf } from '../service/values/dates';
import { withinSpan } from '../service/values/span';
import { previousOf } from '../watching/state';
import { matches, type Setup } from './setup';

const RECENT_MS = 7 * DAY_MS;

/**
 * The test event in the editor: one item that is true of its appointment. That is the next one or,
 * for Appointment Ended, the last one that is over. What it was before is unknown.
 * @throws NodeOperationError if there is none
 */
export async function readSample(node: INode, setup: Setup): Promise<IDataObject> {
	const { client, event, zone, now, delay, durationMs } = setup;
	const isCanceled = event === 'canceled';
	const [from, to] = delay ? [now - RECENT_MS, now] : [now, FOREVER];
	const span = withinSpan(setup.filters, from, delay && to, zone);
	// A service may hide canceled appointments unless it is asked for them, one way or another.
	const filters = isCanceled ? { ...span, is_cancelled: true } : span;
	const statuses = isCanceled ? CANCELED_STATUSES : setup.statuses;
	const { elements } = await listByStatuses(client, filters, statuses, ALL_ENTRIES);
	const found = byStart(elements, zone).filter((data) => {
		const start = instantOf(data.start_date, zone) ?? to;
		const end = start + (delay ? readLength(data, start, zone) || durationMs : 0);
		const isWanted = isCanceledStatus(data.status) || !isCanceled;
		return start >= from && end <= to && isWanted && matches(setup, data.status);
	});
	const data = delay ? found.at(-1) : found[0];
	if (!data) throw nothingToShow(node, event);
	if (delay) return { event, data, delay };
	if (event === 'created') return { event, data };
	if (event === 'startsSoon') return { event, data, leadTime: nextLeadTime(data, setup) };
	return { event, data, previous: previousOf() };
}

/** The lead time for which it runs now, or will run first. */
function nextLeadTime({ start_date }: IDataObject, { leadTimes, now, zone }: Setup) {
	const longestFirst = [...leadTimes].sort((one, other) => other.ms - one.ms);
	const ahead = (instantOf(start_date, zone) ?? FOREVER) - now;
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
