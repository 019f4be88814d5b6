import { within } from '../../../service/http/wait';
import { eventIdentity } from '../../once/identity';
import { acknowledge, type Check, type Delivery, type Verdict } from '../core/delivery';

/** Drops another delivery of the same event. If its run is being started, it waits for the outcome. */
export const dropDuplicate: Check = async (delivery) => {
	const { settings, isTest, state } = delivery;
	const identity = eventIdentity(delivery.notification);
	if (!settings.deduplicate || isTest || identity === undefined) return delivery;
	if (state.memory.has(identity)) return duplicate(delivery);
	const outcome = state.memory.outcomeOf(identity);
	if (outcome === undefined) {
		// When it has started here, `execute()` says when it has ended.
		const begun = state.memory.begin(identity, settings.whenFinished);
		return { ...delivery, ...begun, identity };
	}
	const isStarted = await within(outcome, delivery.timeLeft());
	return isStarted ? duplicate(delivery) : { status: 503, message: 'Not started, send this again' };
};

/**
 * With When Finished, n8n saves static data before we know that the run has succeeded. The response
 * to a duplicate is the next chance to save it.
 */
function duplicate({ context, state }: Delivery): Verdict {
	if (state.isOwner && state.isUnsaved) state.save(context);
	return acknowledge;
}
