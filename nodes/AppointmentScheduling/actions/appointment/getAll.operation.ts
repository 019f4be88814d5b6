import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { filtersProperty, listFilters } from '../../fields/filters';
import { listAppointments, listByStatuses, simplified } from '../../service/appointments';
import { listLengthProperties } from '../listLength';
import type { Call } from '../operation';
import { simplifyProperty } from './simplify';

export const properties: INodeProperties[] = [
	...listLengthProperties('appointment'),
	simplifyProperty('getAll'),
	{
		...filtersProperty,
		displayOptions: { show: { resource: ['appointment'], operation: ['getAll'] } },
	},
];

export async function execute({ parameters, client, notify }: Call): Promise<IDataObject[]> {
	const { limit } = parameters;
	const isSimple = parameters.flag('simplify', 'Simplify');
	const { filters, statuses } = listFilters(
		parameters.collection('filters'),
		() => parameters.zone,
	);
	const { elements, incomplete } =
		statuses.length === 0
			? await listAppointments(client, filters, limit)
			: await listByStatuses(client, filters, statuses, limit);
	if (incomplete) notify(incomplete);
	return isSimple ? elements.map(simplified) : elements;
}
