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
		const { said } = error instanceof ServiceError ? error.details : {};
		if (!(error instanceof ServiceError) || !said) throw error;
		const named = said.map(({ field, text }) => ({ field: field && shownField(field), text }));
		throw error.advise(error.advice, { said: named });
	});
}

/** By the longest part of the path that has a name. */
function shownField(path: string): string {
	const parts = path.split('.');
	for (let length = parts.length; length > 0; length -= 1) {
		const name = FIELDS[parts.slice(0, length).join('.')];
		if (name !== undefined) return `'${name}'`;
	}
	return path;
}
