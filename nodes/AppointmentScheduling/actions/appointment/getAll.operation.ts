import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { convertsDates, filtersProperty, listFilters } from '../../fields/filters';
import { listAppointments, listByStatuses, simplified } from '../../service/appointments';
import { listLengthProperties } from '../listLength';
import type { Call } from '../operation';
import { simplifyProperties } from './simplify';

export const properties: INodeProperties[] = [
	...listLengthProperties('appointment'),
	...simplifyProperties('getAll'),
	{
		...filtersProperty,
		displayOptions: { show: { resource: ['appointment'], operation: ['getAll'] } },
	},
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
	const { elements, incomplete } =
		statuses.length === 0
			? await listAppointments(client, filters, limit)
			: await listByStatuses(client, filters, statuses, limit);
	if (incomplete) notify(incomplete);
	return isSimple ? elements.map(simplified) : elements;
}
