import { filterOptions, filtersProperty, listFilters } from '../../fields/filters';
import { ANY_DAYS, chosenDays } from '../../fields/when';
import { listByStatuses, simplified } from '../../service/appointments';
import { hasStatus, ServiceError } from '../../service/errors';
import { clockChangeAt, type LazyZone } from '../../service/values/dates';
import type { AppointmentFilters } from '../../service/vocabulary';
import { limitedEntries, limitProperties } from '../lists';
import type { Operation } from '../operation';
import { byModel, withToolVariant } from '../tool';
import { daysProperties, simplifyProperties } from './fields';

export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many appointments',
	description:
		'Retrieve the appointments of some days, or those that match filters such as a calendar, a status or the name of a client',
	properties: [
		...daysProperties(ANY_DAYS, 'anyTime', 'Days on which the appointments start', false),
		...limitProperties,
		...simplifyProperties,
		...withToolVariant(filtersProperty, {
			options: filterOptions.map((option) => ({ ...option, ...byModel(option) })),
		}),
	],
	async execute(call) {
		const { parameters, client, serviceZone } = call;
		const isSimple = parameters.flag('simplify', 'Simplify');
		const given = parameters.collection('filters');
		const certainZone = async () => await serviceZone('certain');
		const days = await chosenDays(parameters, ANY_DAYS, certainZone);
		const { filters, statuses } = await listFilters(given, serviceZone, days);
		const appointments = await limitedEntries(call, async (most) =>
			listByStatuses(client, filters, statuses, most).catch(async (error: unknown) => {
				throw await withClockChange(error, filters, serviceZone);
			}),
		);
		return isSimple ? appointments.map(simplified) : appointments;
	},
};

/** Some services refuse a filter with a local time that does not exist or happens twice. */
async function withClockChange(
	error: unknown,
	{ start_date, end_date, created_at }: AppointmentFilters,
	zone: LazyZone,
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
