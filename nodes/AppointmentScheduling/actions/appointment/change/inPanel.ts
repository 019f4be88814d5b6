import { ServiceError } from '../../../service/errors';

/** What the service calls a field, and what the panel does. */
const FIELDS: Record<string, string> = {
	account_slug: 'Account Slug',
	attendees: 'Attendees',
	'attendees.email': 'Email',
	'attendees.external_id': 'External ID',
	'attendees.identification_code': 'Identification Code',
	'attendees.identification_type': 'Identification Type',
	'attendees.name': 'Name',
	'attendees.phone': 'Phone',
	calendar: 'Calendar',
	calendar_key: 'Calendar',
	description: 'Description',
	owner_user: 'Owner User',
	questionnaire_answers: 'Questionnaire Answers',
	'questionnaire_answers.body': 'Answer',
	'questionnaire_answers.question_key': 'Question Key',
	send_email: 'Send Email',
	service_list: 'Service Names or IDs',
	start: 'Start Date',
	start_date: 'Start Date',
	status: 'Status',
	tag_list: 'Tag Keys',
	verify_limits: 'Verify Limits',
};

/** What the service refused, with the names that people see. */
export async function inPanel<T>(changing: Promise<T>): Promise<T> {
	return await changing.catch((error: unknown) => {
		if (!(error instanceof ServiceError)) throw error;
		const said = error.details.said?.map(({ field, text }) => ({
			field: field && shownField(field),
			text,
		}));
		throw error.advise(error.advice, { said });
	});
}

function shownField(path: string): string {
	const [first = ''] = path.split('.');
	const name = FIELDS[path] ?? FIELDS[first];
	return name === undefined ? path : `'${name}'`;
}
