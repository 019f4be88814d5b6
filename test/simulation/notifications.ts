import type { IDataObject } from 'n8n-workflow';

import { MINUTE, SECOND } from './clock';
import type { Oracle } from './oracle';
import type { Arrival, World } from './world';
import type { Execution } from './workflow';

/** How long a delivery waits for its copy, and n8n for its table. */
const RESPONSE_MS = 12 * SECOND;

const keyOf = (item: IDataObject): string =>
	JSON.stringify([item.event, item.timestamp, item.data]);

/** The executions of an event that have reached the node after the trigger. */
const runsOf = ({ workflow }: World, node: string, key: string): Execution[] =>
	workflow.executions.filter(
		(one) =>
			one.node === node && one.mode === 'webhook' && one.passed.some((item) => keyOf(item) === key),
	);

/** With Each Notification, what runs was delivered; a forged one needs the secret. */
export function judgeNotified(
	oracle: Oracle,
	{ node, createdAt: at }: Execution,
	item: IDataObject,
): void {
	const { arrivals, edits, forgeries } = oracle.world;
	const isDelivered = arrivals.some(
		({ delivery, at: arrivedAt }) =>
			delivery.node === node &&
			arrivedAt <= at &&
			arrivedAt > at - RESPONSE_MS &&
			keyOf(delivery.event.body) === keyOf(item),
	);
	const { options } = edits.findLast((edit) => edit.at <= at)!;
	const before = edits.findLast((edit) => edit.at <= at - MINUTE)?.options ?? options;
	const isForged = forgeries.length > 0 && !(options.urlSecret && before.urlSecret);
	if (!isDelivered && !isForged) {
		oracle.breaches.push(`what runs was delivered: ${JSON.stringify(item)}`);
	}
	if (options.runFor === 'changes' && before.runFor === 'changes') {
		oracle.breaches.push(`with Each Change, deliveries start nothing: ${JSON.stringify(item)}`);
	}
}

/** One execution for each, copies none. */
export function judgeDelivered(oracle: Oracle, { delivery, at, status, options }: Arrival): void {
	const { world } = oracle;
	const { node, event } = delivery;
	const { status: statuses, events, deduplicate } = options;
	const isWanted =
		events.includes(event.kind) &&
		(statuses.length === 0 || statuses.includes(event.version.status)) &&
		['', event.version.calendar].includes(options.calendar);
	const isCalm = world.isCalm(at - SECOND, at + RESPONSE_MS);
	const { appointment } = event;
	if (isCalm && status !== 200 && appointment.account === world.accountNow) {
		oracle.breach(`a healthy n8n acknowledges events, not with ${status}`, node, appointment);
	}
	const runs = runsOf(world, node, keyOf(event.body));
	if (!isWanted) {
		if (runs.length > 0 && world.edits.length === 1)
			oracle.breach('filters hold', node, appointment);
		return;
	}
	const executions = world.workflow.executions.filter(
		(one) =>
			one.node === node && one.data.flat().some(({ json }) => keyOf(json) === keyOf(event.body)),
	);
	if (status === 200 && executions.length === 0) {
		oracle.breach('what is acknowledged runs', node, appointment);
	}
	if (!deduplicate || world.edits.some((edit) => !edit.options.deduplicate)) return;
	// A killed process, and n8n's table in the same moment, remember nothing.
	const isUnsure =
		executions.some(({ isLost }) => isLost) ||
		world.stops.some((stop) =>
			executions.some((one) => Math.abs(stop - one.createdAt) < 5 * SECOND),
		);
	if (runs.length > 1 && !isUnsure) oracle.breach('an event runs once', node, appointment);
}
