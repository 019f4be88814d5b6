import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { listSearch } from '../support';

export const appointments = '/api/v3/appointments/';

export function row(key: string, changes: object = {}) {
	return {
		appointment_key: key,
		search_code: `AP-${key}`,
		status: 'NO_SHOW',
		start_date: '2026-05-01T10:00:00+02:00',
		calendar: { calendar_key: `c${key}`, name: `Room ${key}` },
		person: { full_name: 'Ana García', email: 'ana@example.com' },
		...changes,
	};
}

export const search = async (method: string, filter?: string) =>
	await listSearch(AppointmentScheduling, method, { filter });
