import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { convertsDates, filtersProperty, listFilters } from '../../fields/filters';
import { zoneNotice } from '../../n8n/zone';
import { listAppointments, listByStatuses, simplified } from '../../service/appointments';
import { reportIncomplete } from '../incomplete';
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

export async function execute({ parameters, client, zone, notify }: Call): Promise<IDataObject[]> {
	const { limit } = parameters;
	const isSimple = parameters.flag('simplify', 'Simplify');
	const given = parameters.collection('filters');
	const { filters, statuses } = listFilters(given, () => zone().name);
	const { elements, incomplete } =
		statuses.length === 0
			? await listAppointments(client, filters, limit)
			: await listByStatuses(client, filters, statuses, limit);
	if (incomplete) reportIncomplete(incomplete, parameters, notify);
	const otherZone = convertsDates(given) ? zoneNotice(zone(), elements[0]?.start_date) : undefined;
	if (otherZone) notify(otherZone);
	return isSimple ? elements.map(simplified) : elements;
}
