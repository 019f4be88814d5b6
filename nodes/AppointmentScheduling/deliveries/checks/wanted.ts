import { passes } from '../../trigger/filter';
import { acknowledge, type Check } from '../verdict';

/** Does it pass the filters, as far as it was delivered? With Verify, the API's data decides. */
export const isWanted: Check = (delivery) => {
	const { settings, notification } = delivery;
	return settings.verify || passes(notification.data, settings.filter) ? delivery : acknowledge;
};
