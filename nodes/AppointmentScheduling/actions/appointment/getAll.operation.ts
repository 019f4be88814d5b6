import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { filterOptions, filtersProperty, listFilters } from '../../fields/filters';
import { ANY_DAYS, chosenDays } from '../../fields/when';
import { listAppointments, listByStatuses, simplified } from '../../service/appointments';
import { withClockChange } from '../../service/clockChange';
import { reportIncomplete } from '../incomplete';
import { listLengthProperties } from '../listLength';
import type { Call } from '../operation';
import { byModel, withToolVariant } from '../tool';
import { daysProperties } from './days';
import { simplifyProperties } from './simplify';
import { certainZone } from './zone';

export const option = {
	name: 'Get Many',
	action: 'Get many appointments',
	description:
		'Retrieve the appointments of some days, or those that match filters such as a calendar, a status or the name of a client',
};

export const properties: INodeProperties[] = [
	...daysProperties(ANY_DAYS, 'anyTime', 'Days on which the appointments start', false),
	...listLengthProperties,
	...simplifyProperties,
	...withToolVariant(filtersProperty, {
		options: filterOptions.map((option) => ({ ...option, ...byModel(option) })),
	}),
];

export async function execute(call: Call): Promise<IDataObject[]> {
	const { parameters, client, serviceZone, notify } = call;
	const { limit } = parameters;
	const isSimple = parameters.flag('simplify', 'Simplify');
	const given = parameters.collection('filters');
	const days = await chosenDays(parameters, ANY_DAYS, async () => await certainZone(call));
	const { filters, statuses } = await listFilters(given, serviceZone, days);
	const reading =
		statuses.length === 0
			? listAppointments(client, filters, limit)
			: listByStatuses(client, filters, statuses, limit);
	const { elements, incomplete } = await reading.catch(async (error: unknown) => {
		throw await withClockChange(error, filters, serviceZone);
	});
	if (incomplete) reportIncomplete(incomplete, parameters, notify);
	return isSimple ? elements.map(simplified) : elements;
}
