import { refuse, type Check } from '../verdict';

/** Is the body a notification as in the document? */
export const isNotification: Check = (delivery) =>
	delivery.flaw ? refuse(delivery.flaw.status, delivery.flaw.message) : delivery;
