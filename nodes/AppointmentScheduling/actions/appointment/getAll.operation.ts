import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { convertsDates, filterOptions, filtersProperty, listFilters } from '../../fields/filters';
import { listAppointments, listByStatuses, simplified } from '../../service/appointments';
import { withClockChange } from '../../service/clockChange';
import { listLengthProperties } from '../listLength';
import type { Call } from '../operation';
import { byModel, withToolVariant } from '../tool';
import { simplifyProperties } from './simplify';

export const properties: INodeProperties[] = [
	...listLengthProperties('appointment'),
	...simplifyProperties('getAll'),
	...withToolVariant(
		filtersProperty,
		{ resource: ['appointment'], operation: ['getAll'] },
		{ options: filterOptions.map((option) => ({ ...option, ...byModel(option) })) },
	),
];

export async function execute({
	parameters,
	client,
	serviceZone,
	notify,
}: Call): Promise<IDataObject[]> {
	const { limit } = parameters;
	const isSimple = parameters.flag('simplify', 'Simplify');
	const given = parameters.collection('filters');
	const zone = convertsDates(given) ? await serviceZone() : '';
	const { filters, statuses } = listFilters(given, () => zone);
	const reading =
		statuses.length === 0
			? listAppointments(client, filters, limit)
			: listByStatuses(client, filters, statuses, limit);
	const { elements, incomplete } = await reading.catch(async (error: unknown) => {
		throw await withClockChange(error, filters, serviceZone);
	});
	if (incomplete) notify(incomplete);
	return isSimple ? elements.map(simplified) : elements;
}
