import { hasStatus, ServiceError } from './errors';
import { clockChangeAt } from './values/dates';
import type { AppointmentFilters } from './vocabulary';

/**
 * Some services refuse a filter with a local time that does not exist or happens twice. Explains
 * that, unless the refusal has another reason.
 */
export async function withClockChange(
	error: unknown,
	{ start_date, end_date, created_at }: AppointmentFilters,
	zone: () => Promise<string>,
): Promise<unknown> {
	const times = [start_date, end_date, created_at].filter((time) => time !== undefined);
	if (times.length === 0 || !hasStatus(error, 400, 422)) return error;
	const name = await zone().catch(() => 'utc');
	const [change] = times.flatMap((time) => clockChangeAt(time, name) ?? []);
	if (change === undefined || !(error instanceof ServiceError)) return error;
	return new ServiceError(
		`${change}, so the service refused it (${error.status})`,
		'Choose a time before or after that hour',
		error,
	);
}
