import { passes } from '../../filter';
import { acknowledge, type Check } from '../verdict';

/** Does the delivered data pass the filters? With Verify, the API's data decides instead. */
export const isWanted: Check = (delivery) => {
	const { settings, notification } = delivery;
	return settings.verify || passes(notification.data, settings.filter) ? delivery : acknowledge;
};
