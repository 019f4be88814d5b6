import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { hasOffset, midnight } from '../service/values/dates';
import { textList } from '../service/values/keys';
import type { AppointmentFilters, AppointmentStatus } from '../service/vocabulary';
import { FILTERS } from './filterDefinitions';
import { statusOptions, validStatus } from './status';

/** The filters of a list. The service takes one status per request, so several take one request each. */
interface ListFilters {
	statuses: AppointmentStatus[];
	filters: AppointmentFilters;
}

const statusProperty: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: statusOptions,
	default: [],
	description: 'Statuses of the appointment. Each one takes a separate request.',
};

const byName = (a: INodeProperties, b: INodeProperties) => (a.displayName < b.displayName ? -1 : 1);

export const filterOptions: INodeProperties[] = [
	...FILTERS.map(({ property }) => property),
	statusProperty,
].sort(byName);

export const filtersProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: filterOptions,
};

/**
 * The filters as GET /appointments/ takes them.
 * @param days the first and the last day, instead of date filters
 * @throws InputError for a value that is not usable; an empty one would list everything instead
 */
export function listFilters(
	given: IDataObject,
	zone: () => string,
	days?: [first: string, last: string],
): ListFilters {
	if (days && ['startDate', 'endDate', 'onDate'].some((name) => name in given)) {
		throw new InputError(
			'When',
			"it can't be combined with the filters 'Start Date', 'End Date' and 'On Date'",
			"Remove these filters, or choose Any Time in 'When'",
		);
	}
	if (
		given.onDate !== undefined &&
		(given.startDate !== undefined || given.endDate !== undefined)
	) {
		throw new InputError(
			'On Date',
			"it can't be combined with 'Start Date' or 'End Date'",
			"Remove 'On Date', or the other two",
		);
	}
	const filters: AppointmentFilters = days
		? { start_date: `${days[0]}T00:00:00`, end_date: `${days[1]}T23:59:59` }
		: {};
	for (const { property, read } of FILTERS) {
		if (!(property.name in given)) continue;
		Object.assign(filters, read(given[property.name], property.displayName, zone));
	}
	return { filters, statuses: 'status' in given ? chosenStatuses(given.status) : [] };
}

/** Whether a date filter has an offset, so that it is converted to the zone of the service. */
export const convertsDates = (given: IDataObject): boolean =>
	FILTERS.some(({ property: { name, type, typeOptions } }) => {
		const isDay = typeOptions?.dateOnly === true && midnight(given[name]) !== undefined;
		return type === 'dateTime' && hasOffset(given[name]) && !isDay;
	});

/** An empty list in the editor means any status. An expression without a value is refused. */
function chosenStatuses(value: unknown): AppointmentStatus[] {
	const names = textList(value);
	if (names.length === 0 && !(Array.isArray(value) && value.length === 0)) {
		throw new InputError('Status', 'the filter is empty', 'Choose a status, or remove the filter');
	}
	return [...new Set(names.map(validStatus))];
}
