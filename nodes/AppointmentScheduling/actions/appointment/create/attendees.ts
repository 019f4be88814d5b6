import type { INodeProperties } from 'n8n-workflow';

import { filledText, singleSpaced } from '../../../parameters/values';
import { InputError, ONLY_USER } from '../../../service/errors';
import type { Booking } from '../../../service/bookings';
import { isBlank, isObject, objectOf } from '../../../service/values/objects';
import { optionalByModel } from '../../tool';

const field = (
	displayName: string,
	name: string,
	texts: Partial<INodeProperties>,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...texts,
});

/** With the names that the service has for them. */
const FIELDS = {
	name: field('Name', 'name', {
		required: true,
		placeholder: 'e.g. Ana Lima',
		description: 'Full name of the client',
	}),
	phone: field('Phone', 'phone', {
		placeholder: 'e.g. +5511999990000',
		description: 'Phone number of the client, with country and area code',
	}),
	email: field('Email', 'email', {
		placeholder: 'name@email.com',
		description: 'Email address of the client',
	}),
	external_id: field('External ID', 'externalId', {
		placeholder: 'e.g. crm-1234',
		description: 'Identifier in another system',
	}),
	identification_code: field('Identification Code', 'identificationCode', {
		placeholder: 'e.g. 123.456.789-09',
		description: 'Number of the personal document',
	}),
	identification_type: field('Identification Type', 'identificationType', {
		placeholder: 'e.g. CPF',
		description: 'Kind of the personal document',
	}),
};

export const attendeesProperty: INodeProperties = {
	displayName: 'Attendees',
	name: 'attendees',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Attendee' },
	placeholder: 'Add Attendee',
	required: true,
	default: { attendee: [{ name: '' }] },
	description:
		'Who comes to the appointment. With a phone or an email, the node finds a booking whose response was lost.',
	options: [{ displayName: 'Attendee', name: 'attendee', values: Object.values(FIELDS) }],
};

export const attendeesInTool = {
	attendees: {
		default: {
			attendee: [
				{
					name: "={{ $fromAI('Name', `Full name of the client`, 'string') }}",
					phone: optionalByModel('Phone', 'Phone number of the client, if it is known'),
					email: optionalByModel('Email', 'Email address of the client, if it is known'),
				},
			],
		},
	},
};

/** Only what was filled in. @throws InputError */
export function attendeesIn(given: unknown): Booking['attendees'] {
	const { attendee = [] } = objectOf(given);
	const rows = [attendee].flat().filter((row) => isObject(row));
	if (rows.length === 0) {
		const advice = "Click 'Add Attendee', and enter a name";
		throw new InputError('Attendees', 'there is none', advice, ONLY_USER);
	}
	const { name: nameField, ...others } = FIELDS;
	return rows.map((row) => {
		const name = filledText(row.name, nameField.displayName, 'Enter the full name of the client');
		const given = Object.entries(others).filter(([, { name }]) => !isBlank(row[name]));
		const texts = given.map(([sent, { name, displayName }]) => [
			sent,
			filledText(row[name], displayName, 'Enter a text, or leave it empty'),
		]);
		return { ...Object.fromEntries(texts), name: singleSpaced(name) };
	});
}
