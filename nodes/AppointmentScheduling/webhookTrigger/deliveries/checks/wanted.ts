import { passes } from '../../filter';
import type { Delivery } from '../delivery';
import { acknowledge, type Check } from '../verdict';

/** Does anything depend on the delivery? With Verify, the API's data decides whether it passes. */
export const isOfUse: Check = (delivery) => {
	const { settings } = delivery;
	const isSelected = settings.events.includes(delivery.notification.event);
	const mayPass =
		isSelected && (settings.verify || passes(delivery.notification.data, settings.filter));
	// What does not run is noted all the same, to see later what has changed.
	return mayPass || (settings.watches && !settings.verify) ? delivery : acknowledge;
};

/** Was its kind selected, and does it pass the filters? */
export const isWanted = ({ settings, notification }: Delivery): boolean =>
	settings.events.includes(notification.event) && passes(notification.data, settings.filter);
