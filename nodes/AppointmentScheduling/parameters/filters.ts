import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InputError, ONLY_USER, withModelAdvice } from '../service/errors';
import { filterDate, wholeDays } from '../service/values/entered';
import { textList, validKey, validKeys } from '../service/values/keys';
import type { AppointmentFilters, AppointmentStatus } from '../service/vocabulary';
import { calendarProperty, locatorKey } from './locator';
import { chosenServices, serviceKeysProperty, tagKeysProperty } from './keyLists';
import {
	filled,
	freeText,
	plainPhone,
	singleSpaced,
	statusOptions,
	trueOrFalse,
	validStatus,
	ZONE_HINT,
} from './values';

type Query = keyof AppointmentFilters;
type Read<T> = (value: unknown, field: string, zone: () => string) => T;

interface Filter {
	property: INodeProperties;
	/** Query parameters of GET /appointments/. @throws InputError */
	read: Read<AppointmentFilters>;
}

/** The parameter has the name of the query, in the spelling of n8n. */
const filter = (
	displayName: string,
	query: Query,
	shown: Partial<INodeProperties>,
	read: Read<unknown>,
): Filter => {
	const name = query.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
	return {
		property: { displayName, name, type: 'string', default: '', ...shown },
		read: (...given) => ({ [query]: read(...given) }),
	};
};

/** @param plain what is sent of the text */
const text = (
	displayName: string,
	query: Query,
	description: string,
	placeholder: string,
	plain?: (entered: string, field: string) => string,
) =>
	filter(displayName, query, { description, placeholder }, (value, field) => {
		const advice = 'Enter a value, or remove the filter';
		// What a model leaves blank does not come here.
		const given = withModelAdvice(ONLY_USER, () => filled(value, field, advice));
		const entered = freeText(given, field, advice);
		return plain ? plain(entered, field) : entered;
	});

const key = (displayName: string, query: Query, description: string) => {
	const placeholder = 'e.g. 8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10';
	return filter(displayName, query, { description, placeholder }, validKey);
};

const date = (displayName: string, query: Query, description: string, edge?: 'end') => {
	const shown = { type: 'dateTime', description, hint: ZONE_HINT } as const;
	return filter(displayName, query, shown, (value, field, zone) =>
		filterDate(value, zone(), field, edge),
	);
};

/** Every documented filter except the status. */
const FILTERS: Filter[] = [
	{
		property: calendarProperty,
		// Without a calendar, all of them would be listed.
		read: (value, field) => ({ calendar_key: locatorKey(value, field) }),
	},
	key('Client Key', 'client_key', 'Key of the client, as the service shows it'),
	date('Created At', 'created_at', 'When the appointment was created, e.g. 2026-12-01T10:00:00'),
	text('Email', 'email', 'Email address of the client', 'name@email.com'),
	date(
		'End Date',
		'end_date',
		'Latest start of the appointment, e.g. 2026-12-01T18:00:00. A day without a time lasts to its end.',
		'end',
	),
	text('External ID', 'external_id', 'Identifier in another system', 'e.g. crm-1234'),
	text(
		'Identification Code',
		'identification_code',
		'Number of the personal document of the client',
		'e.g. 123.456.789-09',
	),
	filter(
		'Is Canceled',
		'is_cancelled',
		{
			type: 'boolean',
			default: true,
			description: 'Whether to return only canceled appointments. Off returns only the others.',
		},
		trueOrFalse,
	),
	text('Name', 'name', 'Name of the client', 'e.g. Ana Lima', singleSpaced),
	text(
		'Owner User',
		'owner_user',
		'User who is responsible, as the service shows it',
		'e.g. maria@example.com',
	),
	key('Person Key', 'person_key', 'Key of the person, as the service shows it'),
	text(
		'Phone',
		'phone',
		'Phone number of the client. Spaces, dots, brackets and hyphens are not sent.',
		'e.g. +5511999990000',
		plainPhone,
	),
	text('Search Code', 'search_code', 'Code on the confirmation of the appointment', 'e.g. AP-0012'),
	{
		property: serviceKeysProperty,
		read: (value) => ({ service_keys: chosenServices(value) }),
	},
	date('Start Date', 'start_date', 'Earliest start of the appointment, e.g. 2026-12-01T10:00:00'),
	{
		property: tagKeysProperty,
		read: (value, field) => ({ tag_keys: validKeys(value, field) }),
	},
];

const statusProperty: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'multiOptions',
	options: statusOptions,
	default: [],
	description: 'Statuses of the appointment. Each one takes a separate request.',
};

export const filterOptions: INodeProperties[] = [
	...FILTERS.map(({ property }) => property),
	statusProperty,
].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));

export const filtersProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: filterOptions,
};

/** Days and codes come and go; a trigger goes on. */
const NOT_OF_TRIGGERS = ['createdAt', 'endDate', 'searchCode', 'startDate'];

export const pollingFiltersProperty: INodeProperties = {
	...filtersProperty,
	options: filterOptions.filter(({ name }) => !NOT_OF_TRIGGERS.includes(name)),
};

/**
 * The statuses are apart, because GET /appointments/ takes one per request.
 * @throws InputError for a value that is not usable; an empty one would list everything instead
 */
export function listFilters(
	given: IDataObject,
	zone: () => string,
	days?: readonly [first: string, last: string],
): { filters: AppointmentFilters; statuses: AppointmentStatus[] } {
	const filters: AppointmentFilters = days ? wholeDays(...days, zone()) : {};
	for (const { property, read } of FILTERS) {
		const { name, displayName } = property;
		if (!(name in given)) continue;
		const query = read(given[name], displayName, zone);
		if (Object.keys(query).some((one) => one in filters)) {
			const problem = "it can't be combined with days in 'When'";
			throw new InputError(displayName, problem, "Remove this filter, or set 'When' to Any Time");
		}
		Object.assign(filters, query);
	}
	const { start_date: from, end_date: to } = filters;
	if (from !== undefined && to !== undefined && to < from) {
		throw new InputError('End Date', `${to} is before 'Start Date', ${from}`, 'Enter a later time');
	}
	return { filters, statuses: 'status' in given ? chosenStatuses(given.status) : [] };
}

/** @throws InputError if none is chosen */
function chosenStatuses(value: unknown): AppointmentStatus[] {
	const names = textList(value);
	if (names.length === 0) {
		throw new InputError('Status', 'the filter is empty', 'Choose a status, or remove the filter');
	}
	return [...new Set(names.map(validStatus))];
}
