import type { IDataObject } from 'n8n-workflow';

import { isInOtherCalendar } from '../service/appointments';

export interface DeliveryFilter {
	/** calendar_key. Undefined for any. */
	calendar: string | undefined;
	/** Empty for any. */
	statuses: string[];
}

/**
 * Whether an appointment is in the calendar and has one of the statuses. A missing field passes,
 * because the document shows the data of creations only.
 */
export function passes(data: IDataObject | null, { calendar, statuses }: DeliveryFilter): boolean {
	if (data === null) return true;
	if (calendar !== undefined && isInOtherCalendar(data, calendar)) return false;
	return statuses.length === 0 || typeof data.status !== 'string' || statuses.includes(data.status);
}
