import { acknowledge, type Check } from '../verdict';

/** Was this kind of event selected? */
export const isSelected: Check = (delivery) =>
	delivery.settings.events.includes(delivery.notification.event) ? delivery : acknowledge;
