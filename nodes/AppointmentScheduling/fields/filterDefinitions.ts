import type { INodeProperties } from 'n8n-workflow';

import { dayBounds, filterDate } from '../service/values/dates';
import { InputError } from '../service/errors';
import { validKey, validKeys } from '../service/values/keys';
import type { AppointmentFilters } from '../service/vocabulary';
import { calendarKey, calendarProperty } from './calendar';
import { trueOrFalse, wholeText } from './values';
import { FILTER_ZONE_HINT } from './zoneHints';

/** Turns the user's value into query parameters of the document. @throws InputError naming the field */
type Reader = (value: unknown, field: string, zone: () => string) => Partial<AppointmentFilters>;

export interface Filter {
	property: INodeProperties;
	read: Reader;
}

const text =
	(
		name:
			| 'email'
			| 'phone'
			| 'name'
			| 'identification_code'
			| 'external_id'
			| 'search_code'
			| 'owner_user',
	): Reader =>
	(value, field) => ({ [name]: filledText(value, field) });

const key =
	(name: 'client_key' | 'person_key'): Reader =>
	(value, field) => ({ [name]: validKey(value, field) });

const keys =
	(name: 'service_keys' | 'tag_keys'): Reader =>
	(value, field) => ({ [name]: validKeys(value, field) });

/** Every documented filter except the status: its parameter, and how its value is read. */
export const FILTERS: Filter[] = [
	{
		property: calendarProperty,
		read: (value, field) => ({ calendar_key: calendarKey(value, field) }),
	},
	{
		property: textProperty('Client Key', 'clientKey', 'Key of the client'),
		read: key('client_key'),
	},
	{
		property: dateProperty(
			'Created At',
			'createdAt',
			'Date on which the appointment was created, e.g. 2026-12-01T10:00:00',
		),
		read: (value, field, zone) => ({ created_at: filterDate(value, zone(), field) }),
	},
	{
		property: {
			...textProperty('Email', 'email', 'Email address of the client'),
			placeholder: 'name@email.com',
		},
		read: text('email'),
	},
	{
		property: dateProperty(
			'End Date',
			'endDate',
			'Latest start of the appointment, e.g. 2026-12-01T18:00:00. A day without a time lasts to its end.',
		),
		read: (value, field, zone) => ({ end_date: filterDate(value, zone(), field, 'end') }),
	},
	{
		property: textProperty('External ID', 'externalId', 'Identifier in another system'),
		read: text('external_id'),
	},
	{
		property: textProperty(
			'Identification Code',
			'identificationCode',
			'Number of the personal document of the client',
		),
		read: text('identification_code'),
	},
	{
		property: {
			displayName: 'Is Canceled',
			name: 'isCancelled',
			type: 'boolean',
			default: true,
			description: 'Whether to return only canceled appointments. Off returns only the others.',
		},
		read: (value, field) => ({ is_cancelled: trueOrFalse(value, field) }),
	},
	{
		property: textProperty('Name', 'name', 'Name of the client'),
		read: text('name'),
	},
	{
		property: {
			displayName: 'On Date',
			name: 'onDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'Day on which the appointment starts, e.g. 2026-12-01',
			hint: 'The whole day, from 00:00:00 to 23:59:59 in the time of the service',
		},
		read: (value, field, zone) => {
			const [start_date, end_date] = dayBounds(value, zone(), field);
			return { start_date, end_date };
		},
	},
	{
		property: textProperty('Owner User', 'ownerUser', 'User who is responsible'),
		read: text('owner_user'),
	},
	{
		property: textProperty('Person Key', 'personKey', 'Key of the person'),
		read: key('person_key'),
	},
	{
		property: textProperty('Phone', 'phone', 'Telephone number of the client'),
		read: text('phone'),
	},
	{
		property: textProperty(
			'Search Code',
			'searchCode',
			'Code on the confirmation of the appointment',
		),
		read: text('search_code'),
	},
	{
		property: textProperty('Service Keys', 'serviceKeys', 'Keys of services, separated by commas'),
		read: keys('service_keys'),
	},
	{
		property: dateProperty(
			'Start Date',
			'startDate',
			'Earliest start of the appointment, e.g. 2026-12-01T10:00:00',
		),
		read: (value, field, zone) => ({ start_date: filterDate(value, zone(), field) }),
	},
	{
		property: textProperty('Tag Keys', 'tagKeys', 'Keys of tags, separated by commas'),
		read: keys('tag_keys'),
	},
];

function textProperty(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, type: 'string', default: '', description };
}

function dateProperty(displayName: string, name: string, description: string): INodeProperties {
	return { displayName, name, type: 'dateTime', default: '', description, hint: FILTER_ZONE_HINT };
}

function filledText(value: unknown, field: string): string {
	const filled = typeof value === 'number' ? String(value) : value;
	if (typeof filled === 'string' && filled.trim() !== '') return wholeText(filled.trim(), field);
	throw new InputError(field, 'the filter is empty', 'Enter a value, or remove the filter');
}
