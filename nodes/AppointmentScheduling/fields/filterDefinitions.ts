import type { INodeProperties } from 'n8n-workflow';

import { dayBounds, filterDate } from '../service/values/dates';
import { InputError } from '../service/errors';
import { validKey, validKeys } from '../service/values/keys';
import type { AppointmentFilters } from '../service/vocabulary';
import { calendarKey, calendarProperty } from './calendar';
import { filled, trueOrFalse, wholeText } from './values';
import { ZONE_HINT } from './timezone';

type Query = keyof AppointmentFilters;

export interface Filter {
	property: INodeProperties;
	/** Turns the user's value into query parameters of GET /appointments/. @throws InputError naming the field */
	read(value: unknown, field: string, zone: () => string): Partial<AppointmentFilters>;
}

const UUID = '8f14e45f-ceea-467f-a0e6-1c5b7a3d9b10';
const NO_TEXT = 'Enter a value, or remove the filter';
const NO_DATE = 'Choose a date, or remove the filter';

/** The parameter has the name of the query, in the spelling of n8n. */
const filter = (
	displayName: string,
	query: Query,
	shown: Pick<INodeProperties, 'type' | 'description' | 'placeholder' | 'hint'>,
	read: (value: unknown, field: string, zone: () => string) => unknown,
): Filter => {
	const name = query.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
	return {
		property: { displayName, name, default: '', ...shown },
		read: (value, field, zone) => ({ [query]: read(value, field, zone) }),
	};
};

const text = (displayName: string, query: Query, description: string, placeholder: string) =>
	filter(displayName, query, { type: 'string', description, placeholder }, filledText);

const key = (displayName: string, query: Query, description: string) =>
	filter(
		displayName,
		query,
		{ type: 'string', description, placeholder: `e.g. ${UUID}` },
		validKey,
	);

const keys = (displayName: string, query: Query, description: string) => {
	const placeholder = 'e.g. 8f14e45f-…, c51ce410-…';
	const hint = 'Separate several keys with commas';
	return filter(displayName, query, { type: 'string', description, placeholder, hint }, validKeys);
};

const date = (displayName: string, query: Query, description: string, edge?: 'end') =>
	filter(
		displayName,
		query,
		{ type: 'dateTime', description, hint: ZONE_HINT },
		(value, field, zone) => filterDate(filled(value, field, NO_DATE), zone(), field, edge),
	);

/** Every documented filter except the status. */
export const FILTERS: Filter[] = [
	{
		property: calendarProperty,
		read: (value, field) => ({ calendar_key: calendarKey(value, field) }),
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
		'e.g. 12345678Z',
	),
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
	text('Name', 'name', 'Name of the client', 'e.g. Ana García'),
	{
		property: {
			displayName: 'On Date',
			name: 'onDate',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			default: '',
			description: 'Day on which the appointment starts, e.g. 2026-12-01',
			hint: 'The whole day, from 00:00:00 to 23:59:59, in the local time of the service',
		},
		read: (value, field, zone) => {
			const [start_date, end_date] = dayBounds(filled(value, field, NO_DATE), zone(), field);
			return { start_date, end_date };
		},
	},
	text(
		'Owner User',
		'owner_user',
		'User who is responsible, as the service shows it',
		'e.g. maria',
	),
	key('Person Key', 'person_key', 'Key of the person, as the service shows it'),
	text('Phone', 'phone', 'Telephone number of the client', 'e.g. +34600123456'),
	text('Search Code', 'search_code', 'Code on the confirmation of the appointment', 'e.g. AP-0012'),
	keys('Service Keys', 'service_keys', 'Keys of services, separated by commas'),
	date('Start Date', 'start_date', 'Earliest start of the appointment, e.g. 2026-12-01T10:00:00'),
	keys('Tag Keys', 'tag_keys', 'Keys of tags, separated by commas'),
];

function filledText(value: unknown, field: string): string {
	const given = filled(value, field, NO_TEXT);
	if (typeof given !== 'string' && typeof given !== 'number') {
		throw new InputError(field, 'it is not a text', NO_TEXT);
	}
	return wholeText(String(given).trim(), field);
}
