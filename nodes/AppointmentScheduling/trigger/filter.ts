import type { IDataObject } from 'n8n-workflow';

import { isElsewhere } from '../service/appointments';

export interface DeliveryFilter {
	/** calendar_key, undefined for any. */
	calendar: string | undefined;
	/** Empty for any. */
	statuses: string[];
}

/**
 * Whether an appointment is of the calendar and one of the statuses. What the notification does
 * not tell does not hold it back: its shape is documented for creations alone.
 */
export function passes(data: IDataObject, { calendar, statuses }: DeliveryFilter): boolean {
	if (calendar !== undefined && isElsewhere(data, calendar)) return false;
	return statuses.length === 0 || typeof data.status !== 'string' || statuses.includes(data.status);
}
