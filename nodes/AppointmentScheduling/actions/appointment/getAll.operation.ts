import { filterOptions, filtersProperty, listFilters } from '../../parameters/filters';
import { isUnset } from '../../parameters/values';
import { byStart, listByStatuses, simplified, startingIn } from '../../service/appointments';
import type { Days } from '../../service/days';
import { dayOf } from '../../service/values/entered';
import type { AppointmentFilters } from '../../service/core/vocabulary';
import type { ItemParameters } from '../itemParameters';
import { limitedEntries, limitInTool, limitProperties } from '../lists';
import { askedIn, daysCovered, hintContradiction, noteList } from '../notes';
import type { Operation } from '../operation';
import { byModel, optionalByModel } from '../tool';
import { simplifyInTool, simplifyProperty } from './parameters';
import { ANY_DAYS, chosenDays, daysInTool, daysProperties } from './when';

export const getAll: Operation = {
	name: 'Get Many',
	action: 'Get many appointments',
	description:
		'Retrieve the appointments of some days, or those that match filters such as a calendar, a status or the name of a client',
	properties: [
		...daysProperties(ANY_DAYS, 'Days on which the appointments start'),
		...limitProperties,
		simplifyProperty,
		filtersProperty,
	],
	toolDefaults: {
		...daysInTool(ANY_DAYS),
		...limitInTool,
		...simplifyInTool,
		filters: {
			default: { name: optionalByModel('Name', 'Name of the client') },
			options: filterOptions.map((option) => ({ ...option, ...byModel(option) })),
		},
	},
	async execute(call) {
		const { parameters, client, zone, hint } = call;
		const isSimple = parameters.flag('simplify', 'Simplify');
		const given = parameters.collection('filters');
		const when = chosenDays(call, ANY_DAYS);
		const { filters, statuses } = listFilters(given, zone, when);
		if (isNameAlone(parameters, filters)) {
			Object.assign(filters, startingIn([0], zone()));
			call.note('A name without days means from today on');
		}
		const onDate = 'onDate' in given ? dayOf(given.onDate, zone(), 'On Date') : undefined;
		const days: Days | undefined = onDate === undefined ? when : [onDate, onDate];
		const { checkArrayFormat, kindOf } = await import('../../service/arrayFormat');
		const kind = kindOf(filters);
		if (kind !== undefined) {
			await call.once(kind, async () => await checkArrayFormat(client, filters));
		}
		const { listDays } = await import('../../service/days');
		const report = { hint, read: (starts: unknown[]) => hintContradiction(call, starts) };
		const read = async (most: number) => {
			const list = days
				? await listDays(client, { filters, statuses, days, zone: zone() }, report)
				: await listByStatuses(client, filters, statuses, most);
			// With 'When', the limit keeps the earliest ones, in whatever order the service lists them.
			return when ? { ...list, elements: byStart(list.elements, zone()) } : list;
		};
		const appointments = await limitedEntries(call, read, (part) =>
			days ? undefined : daysCovered(call, part),
		);
		if (appointments.length === 0) call.note('No appointment found');
		noteList(call, filters, askedIn(call, filters, statuses), appointments);
		if (!isSimple) return appointments;
		const known = call.zoneIfSet();
		return appointments.map((one) => simplified(one, known));
	},
};

/** A model that asks for a client by name means what is coming. For all, it chooses Any Time. */
function isNameAlone(parameters: ItemParameters, filters: AppointmentFilters): boolean {
	const { name, start_date, end_date } = filters;
	if (name === undefined || start_date !== undefined || end_date !== undefined) return false;
	return parameters.isTool && isUnset(parameters.get('when'));
}
