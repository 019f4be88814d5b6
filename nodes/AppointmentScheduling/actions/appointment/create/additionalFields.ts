import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { serviceKeysProperty, tagKeysProperty } from '../../../parameters/keyLists';
import {
	filledText,
	freeText,
	statusOptions,
	trueOrFalse,
	validStatus,
} from '../../../parameters/values';
import { InputError, ONLY_USER } from '../../../service/errors';
import { validKey, validKeys } from '../../../service/values/keys';
import { isObject, objectOf } from '../../../service/values/objects';

interface Field {
	property: INodeProperties;
	/** What is sent. @throws InputError */
	read(value: unknown, displayName: string, advice: string): unknown;
}

const text = (
	displayName: string,
	name: string,
	description: string,
	placeholder?: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(placeholder !== undefined && { placeholder }),
	description,
});

const flag = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'boolean',
	default: true,
	description,
});

const answersProperty: INodeProperties = {
	displayName: 'Questionnaire Answers',
	name: 'questionnaireAnswers',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Answer',
	default: {},
	options: [
		{
			displayName: 'Answer',
			name: 'answer',
			values: [
				text('Question Key', 'questionKey', 'The question_key of a question of the calendar'),
				{ displayName: 'Answer', name: 'body', type: 'string', default: '' },
			],
		},
	],
};

/** With the names that the service has for them. Besides the services, which a model may give by name. */
const FIELDS: Record<string, Field> = {
	account_slug: {
		property: text(
			'Account Slug',
			'accountSlug',
			'Account in which to book, if the token has several',
		),
		read: filledText,
	},
	description: {
		property: text('Description', 'description', 'Note on the appointment'),
		read: freeText,
	},
	owner_user: {
		property: text(
			'Owner User',
			'ownerUser',
			'Email address of the user who is responsible',
			'name@email.com',
		),
		read: (...given) => ({ email: filledText(...given) }),
	},
	questionnaire_answers: { property: answersProperty, read: answersIn },
	send_email: {
		property: flag(
			'Send Email',
			'sendEmail',
			'Whether the service sends an email about the booking to the client',
		),
		read: trueOrFalse,
	},
	status: {
		property: {
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: statusOptions,
			// As without it.
			default: 'PENDING',
			description: 'Status of the new appointment. Without it, the service sets PENDING.',
		},
		read: validStatus,
	},
	tag_list: {
		property: tagKeysProperty,
		read: (value, displayName) => validKeys(value, displayName).map((tag_key) => ({ tag_key })),
	},
	verify_limits: {
		property: flag(
			'Verify Limits',
			'verifyLimits',
			'Whether the service refuses a client who has reached the limit of bookings',
		),
		read: trueOrFalse,
	},
};

export const additionalFieldsProperty: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [...Object.values(FIELDS).map(({ property }) => property), serviceKeysProperty].sort(
		(a, b) => (a.displayName < b.displayName ? -1 : 1),
	),
};

/** Only what was added. @throws InputError */
export function additionalFieldsIn(given: IDataObject): IDataObject {
	const added = Object.entries(FIELDS).filter(([, { property }]) => property.name in given);
	const advice = 'Enter a value, or remove the field';
	const sent = added.map(([name, { property, read }]) => [
		name,
		read(given[property.name], property.displayName, advice),
	]);
	return Object.fromEntries(sent) as IDataObject;
}

function answersIn(value: unknown, displayName: string): IDataObject[] {
	const { answer = [] } = objectOf(value);
	const rows = [answer].flat().filter((row) => isObject(row));
	if (rows.length === 0) {
		const advice = "Click 'Add Answer', or remove the field";
		throw new InputError(displayName, 'there is none', advice, ONLY_USER);
	}
	return rows.map(({ questionKey, body }) => ({
		question_key: validKey(questionKey, 'Question Key'),
		body: freeText(body, 'Answer', 'Enter an answer, or remove its row'),
	}));
}
