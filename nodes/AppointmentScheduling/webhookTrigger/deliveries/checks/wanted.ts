import { isWanted } from '../../core/settings';
import { acknowledge, type Check } from '../core/delivery';

/** Drops what nothing depends on. With Verify, the API's data decides whether it passes. */
export const filterUnwanted: Check = (delivery) => {
	const { settings, notification } = delivery;
	const mayPass = settings.verify
		? settings.events.includes(notification.event)
		: // What does not run is noted all the same, to see later what has changed.
			settings.watches || isWanted(notification, settings);
	return mayPass ? delivery : acknowledge;
};
