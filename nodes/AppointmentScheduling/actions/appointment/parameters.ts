import type { INodeProperties } from 'n8n-workflow';

import { locatorProperty } from '../../parameters/locator';
import { ZONE_HINT } from '../../parameters/values';
import { byModel } from '../tool';

export const APPOINTMENT = 'Appointment';

const KEY = 'appointment_key from the list of appointments';

export const appointmentProperty = locatorProperty(
	APPOINTMENT,
	KEY,
	{
		required: true,
		description: 'The appointment_key, or the search_code, from the list of appointments',
	},
	'Upcoming appointments first. Scroll for those of the past 30 days, or search by name, whole email or whole code.',
	[
		{
			displayName: 'By Code',
			name: 'code',
			placeholder: 'e.g. AP-0012',
			hint: 'The search_code from the list of appointments, which is the code on the confirmation',
		},
	],
);

export const appointmentInTool = { appointment: byModel(appointmentProperty, KEY) };

export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Where every field costs tokens. */
export const simplifyInTool = { simplify: { default: true } };

export const START_DATE = 'Start Date';

export const startDateProperty: INodeProperties = {
	displayName: START_DATE,
	name: 'startDate',
	type: 'dateTime',
	default: '',
	required: true,
	description:
		'When it starts, e.g. 2026-12-01T10:00:00. Get Free Times finds times to choose from.',
	hint: ZONE_HINT,
};

export const startDateInTool = {
	startDate: byModel(
		startDateProperty,
		'Start in the local time of the account, e.g. 2026-12-01T10:00:00',
	),
};

export const CHECK_SLOT = 'Check Slot';

export const CLIENT_PHONE = 'Client Phone';

export const clientPhoneOption: INodeProperties = {
	displayName: CLIENT_PHONE,
	name: 'clientPhone',
	type: 'string',
	default: '',
	placeholder: 'e.g. +5511999990000',
	description:
		'Only appointments in which an attendee has this number are found. Fill it with an expression from the chat, such as the sender of the message. A model cannot fill it.',
};

export const SERVICE_OF_MODEL = 'Name or service_key of the service. Empty if none was asked for';

/** What is sent, and what the user and a model read. */
export const SEND_EMAIL = {
	serviceDefault: [
		undefined,
		'Service Default',
		'The service decides whether the client gets an email',
	],
	yes: [true, 'Yes', 'The service sends the client a cancellation email'],
	no: [false, 'No', 'The client gets no email about it'],
} as const;
