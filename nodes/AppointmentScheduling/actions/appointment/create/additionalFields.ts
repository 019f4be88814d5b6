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
	read(value: unknown, displayName: string): IDataObject;
}

const ADVICE = 'Enter a value, or remove the field';
const ANSWERS = 'Questionnaire Answers';

const text = (
	displayName: string,
	name: string,
	texts: Partial<INodeProperties>,
	sent: (value: string) => IDataObject,
	read = filledText,
): Field => ({
	property: { displayName, name, type: 'string', default: '', ...texts },
	read: (value) => sent(read(value, displayName, ADVICE)),
});

const flag = (displayName: string, name: string, sent: string, description: string): Field => ({
	property: { displayName, name, type: 'boolean', default: true, description },
	read: (value) => ({ [sent]: trueOrFalse(value, displayName) }),
});

/** Besides the services, which a model may give by name. */
const FIELDS: Field[] = [
	text(
		'Account Slug',
		'accountSlug',
		{ description: 'Account in which to book, if the token has several' },
		(account_slug) => ({ account_slug }),
	),
	text(
		'Description',
		'description',
		{ description: 'Note on the appointment' },
		(description) => ({ description }),
		freeText,
	),
	text(
		'Owner User',
		'ownerUser',
		{ placeholder: 'name@email.com', description: 'Email address of the user who is responsible' },
		(email) => ({ owner_user: { email } }),
	),
	{
		property: {
			displayName: ANSWERS,
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
						{
							displayName: 'Question Key',
							name: 'questionKey',
							type: 'string',
							default: '',
							description: 'The question_key of a question of the calendar',
						},
						{ displayName: 'Answer', name: 'body', type: 'string', default: '' },
					],
				},
			],
		},
		read: (value) => ({ questionnaire_answers: answersIn(value) }),
	},
	flag(
		'Send Email',
		'sendEmail',
		'send_email',
		'Whether the service sends an email about the booking to the client',
	),
	{
		property: {
			displayName: 'Status',
			name: 'status',
			type: 'options',
			options: statusOptions,
			// As without it.
			default: 'PENDING',
			description: 'Status of the new appointment. Without it, the service sets PENDING.',
		},
		read: (value) => ({ status: validStatus(value) }),
	},
	{
		property: tagKeysProperty,
		read: (value, displayName) => ({
			tag_list: validKeys(value, displayName).map((tag_key) => ({ tag_key })),
		}),
	},
	flag(
		'Verify Limits',
		'verifyLimits',
		'verify_limits',
		'Whether the service refuses a client who has reached the limit of bookings',
	),
];

export const additionalFieldsProperty: INodeProperties = {
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [...FIELDS.map(({ property }) => property), serviceKeysProperty].sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	),
};

/** Only what was added. @throws InputError */
export function additionalFieldsIn(given: IDataObject): IDataObject {
	const added = FIELDS.filter(({ property: { name } }) => name in given);
	const parts = added.map(({ property: { name, displayName }, read }) =>
		read(given[name], displayName),
	);
	return Object.assign({}, ...parts) as IDataObject;
}

function answersIn(value: unknown): IDataObject[] {
	const { answer = [] } = objectOf(value);
	const rows = [answer].flat().filter((row) => isObject(row));
	if (rows.length === 0) {
		const advice = "Click 'Add Answer', or remove the field";
		throw new InputError(ANSWERS, 'there is none', advice, ONLY_USER);
	}
	return rows.map(({ questionKey, body }) => ({
		question_key: validKey(questionKey, 'Question Key'),
		body: freeText(body, 'Answer', 'Enter an answer, or remove its row'),
	}));
}
