import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/errors';
import { hasOffset } from '../service/values/dates';
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

export const filtersProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [...FILTERS.map(({ property }) => property), statusProperty].sort(byName),
};

/**
 * The filters in the format of the document.
 * @throws InputError for a value that is not usable; an empty one would list everything instead
 */
export function listFilters(given: IDataObject, zone: () => string): ListFilters {
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
	const filters: AppointmentFilters = {};
	for (const { property, read } of FILTERS) {
		if (!(property.name in given)) continue;
		Object.assign(filters, read(given[property.name], property.displayName, zone));
	}
	return { filters, statuses: 'status' in given ? chosenStatuses(given.status) : [] };
}

/** Whether a date filter has an offset, so that it is converted to a time zone. */
export const convertsDates = (given: IDataObject): boolean =>
	FILTERS.some(({ property: { name, type } }) => type === 'dateTime' && hasOffset(given[name]));

/** An empty list in the editor means any status. An expression without a value is refused. */
function chosenStatuses(value: unknown): AppointmentStatus[] {
	const names = textList(value);
	if (names.length === 0 && !(Array.isArray(value) && value.length === 0)) {
		throw new InputError('Status', 'the filter is empty', 'Choose a status, or remove the filter');
	}
	return [...new Set(names.map(validStatus))];
}
