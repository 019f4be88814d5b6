import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError } from '../service/failures';
import { textList } from '../service/keys';
import type { AppointmentFilters, AppointmentStatus } from '../service/vocabulary';
import { FILTERS } from './filterDefinitions';
import { statusOptions, validStatus } from './status';

/** The filters of a list; several statuses take a request each, since the service takes one. */
export interface ListFilters {
	statuses: AppointmentStatus[];
	filters: AppointmentFilters;
}

const statusProperty: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: statusOptions,
	default: [],
	description: 'Statuses of the appointment. Each one is asked for with a request of its own.',
};

const byName = (a: INodeProperties, b: INodeProperties) => (a.displayName < b.displayName ? -1 : 1);

/** The collection of filters; without dates where the node itself asks for a span of time. */
export function filtersProperty(dates: 'withDates' | 'withoutDates'): INodeProperties {
	const offered = FILTERS.map(({ property }) => property).filter(
		({ type }) => dates === 'withDates' || type !== 'dateTime',
	);
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [...offered, statusProperty].sort(byName),
	};
}

/**
 * The filters as the document writes them.
 * @throws InputError for a value that can't be used; an empty one would list everything instead
 */
export function listFilters(given: IDataObject, zone: () => string): ListFilters {
	if (
		given.onDate !== undefined &&
		(given.startDate !== undefined || given.endDate !== undefined)
	) {
		throw new InputError(
			'On Date',
			"it can't be combined with Start Date or End Date",
			'Remove On Date, or the other two',
		);
	}
	const filters: AppointmentFilters = {};
	for (const { property, read } of FILTERS) {
		const value = given[property.name];
		if (!(property.name in given)) continue;
		Object.assign(
			filters,
			read(value, property.displayName, property.type === 'dateTime' ? zone() : ''),
		);
	}
	return { filters, statuses: 'status' in given ? chosenStatuses(given.status) : [] };
}

/** Nothing ticked in the editor is any status; no value at all, from an expression, is refused. */
function chosenStatuses(value: unknown): AppointmentStatus[] {
	const names = textList(value);
	if (names.length === 0 && !(Array.isArray(value) && value.length === 0)) {
		throw new InputError('Status', 'the filter is empty', 'Choose a status, or remove the filter');
	}
	return [...new Set(names.map(validStatus))];
}
