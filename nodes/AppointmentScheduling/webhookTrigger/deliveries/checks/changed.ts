import { zoneOf } from '../../../n8n/zone';
import { hasOffset, instantOf } from '../../../service/values/dates';
import { comparableKey } from '../../../service/values/keys';
import { CANCELLATION_EVENT, isCanceledStatus } from '../../../service/core/vocabulary';
import { GRACE_MS } from '../../../watching/former/observe';
import { LAG_MS } from '../../../watching/former/row';
import { isLocalStart, previousFor, stateOf, type State } from '../../../watching/former/state';
import { traceOf } from '../../once/identity';
import { isWanted } from '../../core/settings';
import { acknowledge, type Check, type Verdict } from '../core/delivery';

const STARTING: Verdict = { status: 503, message: 'Starting, send this again' };

/** Drops what reports no change that runs. What it says is noted in any case. */
export const noteChange: Check = async (delivery) => {
	const { notification, state, settings, isTest, context } = delivery;
	const { book, memory } = state;
	const { event, timestamp, data } = notification;
	const key = comparableKey(data?.appointment_key);
	if (isTest || !settings.watches || key === undefined || data === null) {
		return isWanted(notification, settings) ? delivery : acknowledge;
	}
	const said = deliveredState(event, stateOf(data));
	const isLocal = typeof timestamp === 'string' && !hasOffset(timestamp);
	const needsZone = isLocal || (said.start !== undefined && isLocalStart(said.start));
	if (needsZone) book.header.zone ??= zoneOf(await delivery.connect());
	// No await from here on, so that Catch Up cannot start the same run meanwhile.
	const { zone = 'utc' } = book.header;
	const instant = instantOf(timestamp, zone);
	const at = instant === undefined ? undefined : Math.floor(instant);
	const decision = book.observe(
		key,
		String(data.appointment_key),
		{
			by: 'delivery',
			event,
			state: said,
			at,
			receivedAt: state.receivedAt(at),
			refetched: delivery.refetched,
		},
		{
			isWanted: (kind, former, now) => {
				// It may be what was before the event.
				const known = delivery.refetched === 'other' ? undefined : former;
				return isWanted({ event: kind, data }, settings, known, now, book.agreement);
			},
			graceMs: GRACE_MS,
			lagMs: LAG_MS,
		},
	);
	const { action, run } = decision;
	if (action === 'again') return STARTING;
	if (action === 'duplicate' && delivery.identity !== undefined) memory.remember(delivery.identity);
	if (!run) {
		if (state.isOwner && book.isUnsaved) state.save(context);
		return acknowledge;
	}
	const trace = settings.catchUp === undefined ? undefined : traceOf(key, said, book);
	const previous = run.previous && previousFor(run.previous, data, zone);
	return {
		...delivery,
		notification: previous ? { ...notification, previous } : notification,
		appointment: { key, run, trace },
		settle: (isStarted) => {
			const { areElsewhere } = book;
			const isHere = state.isOwner && !areElsewhere;
			// `execute()` sees the end of a run in this process.
			const isGoingOn = isStarted && isHere && !settings.whenFinished;
			// A worker runs it, which a check finds out.
			const counts = isStarted && !(state.isOwner && areElsewhere);
			if (!isGoingOn) book.end(key, run.id, counts ? 'counts' : 'undone');
			delivery.settle?.(isStarted);
		},
	};
};

/** A cancellation whose data shows no canceled status says nothing about the status. */
const deliveredState = (event: string, { start, status }: State): State => ({
	start,
	status: event === CANCELLATION_EVENT && !isCanceledStatus(status) ? undefined : status,
});
