import { within } from '../../../service/http/wait';
import { eventIdentity } from '../../runs/identity';
import { acknowledge, type Check } from '../delivery';

/** Drops another delivery of the same event. If its run is being started, it waits for the outcome. */
export const dropDuplicate: Check = async (delivery) => {
	const { settings, isTest, state } = delivery;
	const identity = eventIdentity(delivery.notification);
	if (!settings.deduplicate || isTest || identity === undefined) return delivery;
	if (state.memory.has(identity)) return acknowledge;
	const outcome = state.memory.outcomeOf(identity);
	if (outcome === undefined) {
		// When it has started here, `execute()` says when it has ended.
		const settle = state.memory.begin(identity, settings.whenFinished);
		return { ...delivery, identity, settle };
	}
	const isStarted = await within(outcome, delivery.timeLeft());
	return isStarted ? acknowledge : { status: 503, message: 'Not started, send this again' };
};
