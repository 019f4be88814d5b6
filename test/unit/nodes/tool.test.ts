import type { INodeParameters } from 'n8n-workflow';

import { argumentsOf, filled } from '../support/tool';

it.each<[string, boolean, INodeParameters]>([
	['getAll', false, { when: 'anyTime', returnAll: false, limit: 50, simplify: false, filters: {} }],
	['getAll', true, { limit: 50, simplify: true }],
	['get', false, { simplify: false }],
	['get', true, { simplify: true }],
	['getFreeTimes', false, { when: 'next7Days', returnAll: false, limit: 50 }],
	['cancel', false, { sendEmail: 'serviceDefault' }],
	['cancel', true, { sendEmail: 'no' }],
])('%s (as a tool: %s) has the defaults %j', (operation, isTool, defaults) => {
	const parameters = filled(operation, isTool);
	expect(parameters).toMatchObject(defaults);
	expect('returnAll' in parameters).toBe('returnAll' in defaults);
});

const days = ['When', 'Day', 'From', 'To'];

it.each([
	['getAll', {}, [...days, 'Name']],
	['getAll', { when: 'today' }, ['Name']],
	['getAll', { when: 'onDate', filters: {} }, ['Day']],
	['getFreeTimes', {}, ['Calendar', ...days]],
	['reschedule', {}, ['Appointment', 'Start_Date']],
	['cancel', {}, ['Appointment']],
])(
	'as a tool, %s with %j asks the model for %j, and says what that is',
	(name, given, expected) => {
		const found = argumentsOf(filled(name, true, given));
		expect(found.map(({ key }) => key)).toEqual(expected);
		for (const { description } of found) expect(description).not.toBe('');
	},
);
