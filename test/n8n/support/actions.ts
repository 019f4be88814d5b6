import type { IDataObject } from 'n8n-workflow';

export { locator } from '../../unit/support/locator';

export const keysOf = (appointments: ReadonlyArray<IDataObject | { appointment_key: string }>) =>
	appointments.map(({ appointment_key }) => appointment_key);
