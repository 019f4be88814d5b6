import type { INodeParameters } from 'n8n-workflow';

import { byKey, failureOf, locator, run } from './support';

type Case = [field: string, words: string, operation: string, parameters: INodeParameters];

const hook = { url: 'https://hooks.example/x', events: ['appointment.created'] };
const start = '2026-05-01T10:00:00';
const ofAppointments = (given: INodeParameters): [string, INodeParameters] => [
	'appointment:getAll',
	given,
];
const list = (filters: INodeParameters) => ofAppointments({ filters });
const get = (
	value: string,
	mode = 'key',
	options: INodeParameters = {},
): [string, INodeParameters] => ['appointment:get', { appointment: locator(value, mode), options }];
const set = (status: string): [string, INodeParameters] => [
	'appointment:updateStatus',
	{ ...byKey, status },
];
const move = (startDate: string, options: INodeParameters = {}): [string, INodeParameters] => [
	'appointment:reschedule',
	{ ...byKey, startDate, options },
];
const create = (given: INodeParameters): [string, INodeParameters] => [
	'webhook:create',
	{ ...hook, ...given },
];
const free = (given: INodeParameters): [string, INodeParameters] => [
	'appointment:getFreeTimes',
	{ calendar: locator('c'), ...given },
];
const book = (given: INodeParameters): [string, INodeParameters] => [
	'appointment:create',
	{
		calendar: locator('c'),
		startDate: start,
		attendees: { attendee: [{ name: 'Ana' }] },
		...given,
	},
];
const client = (given: INodeParameters) => book({ attendees: { attendee: [given] } });
// Of filters: test/unit/parameters/filters.test.ts.
const cases: Case[] = [
	['Appointment', 'it is empty', 'appointment:cancel', { appointment: locator('') }],
	['Appointment', 'it is empty', ...get('', 'list')],
	['Appointment', 'it is empty', ...get(' ', 'code')],
	['Appointment', 'is not a key', ...get('a/../b')],
	['Appointment', 'an invalid Unicode character', ...get("={{ 'A\\ud800' }}", 'code')],
	['Status', 'is not a valid choice', ...set('toString')],
	['Status', 'the expression has no value', ...set('={{ $json.missing }}')],
	['Send Email', 'is not a valid choice', 'appointment:cancel', { ...byKey, sendEmail: 'maybe' }],
	['Start Date', 'the date is empty', ...move('')],
	['Start Date', 'does not exist in Europe/Madrid', ...move('2026-03-29T02:30:00')],
	['Check Slot', 'neither true nor false', ...move(`${start}Z`, { checkSlot: '={{ "maybe" }}' })],
	['Client Phone', 'it has no number', ...get('k', 'key', { clientPhone: '={{ $json.nope }}' })],
	['Name', 'it is empty', ...client({ name: ' ' })],
	['Attendees', 'there is none', ...book({ attendees: {} })],
	['Start Date', 'the date is empty', ...book({ startDate: '' })],
	['Check Slot', 'neither true nor false', ...book({ checkSlot: '={{ "maybe" }}' })],
	['Tag Keys', 'it is empty', ...book({ additionalFields: { tagKeys: '' } })],
	['Calendar', 'it is empty', ...book({ calendar: locator('', 'list') })],
	['Start Date', 'no time of day', ...book({ startDate: '2030-12-03' })],
	['Status', 'is not a valid choice', ...book({ additionalFields: { status: 'DONE' } })],
	['Description', 'it is empty', ...book({ additionalFields: { description: '' } })],
	[
		'Questionnaire Answers',
		'there is none',
		...book({ additionalFields: { questionnaireAnswers: {} } }),
	],
	['Service Names or IDs', 'it is empty', ...book({ additionalFields: { serviceKeys: [] } })],
	// No model fills it outside of a tool.
	['Name', 'it is empty', ...list({ name: "={{ $fromAI('Name', '', 'string', '') }}" })],
	['Appointment', '"undefined" is not a key', ...get('={{ "undefined" }}')],
	['Calendar', '"undefined" is not a key', ...free({ calendar: locator('undefined') })],
	['Service Names or IDs', 'it is empty', ...free({ serviceKeys: '={{ $json.nope }}' })],
	['Service Names or IDs', '"None" is not a key', ...free({ serviceKeys: '={{ "None" }}' })],
	[
		'Not Before',
		'the expression has no value',
		...free({ options: { opens: '={{ $json.nope }}' } }),
	],
	['Not After', 'it is empty', ...free({ options: { closes: ' ' } })],
	['Weekdays', 'no day was chosen', ...free({ options: { weekdays: '={{ $json.nope }}' } })],
	['Min Vacancies', 'has no value', ...free({ options: { minVacancies: '={{ $json.nope }}' } })],
	['Offered To', 'has no value', ...free({ options: { offeredTo: '={{ $json.nope }}' } })],
	['Name', '"undefined" is not a value', ...client({ name: '={{ "undefined" }}' })],
	['Phone', '"null" is not a value', ...client({ name: 'Ana', phone: '={{ "null" }}' })],
	['Owner User', '"None" is not a value', ...book({ additionalFields: { ownerUser: 'None' } })],
	['Events', '"null" is not a value', ...create({ events: '={{ "null" }}' })],
	['Webhook', '"undefined" is not a key', 'webhook:delete', { webhook: locator('undefined') }],
	[
		'Is Active',
		'the expression has no value',
		'service:getAll',
		{ filters: { isActive: '={{ [] }}' } },
	],
	[
		'Is Active',
		'the expression has no value',
		'service:getAll',
		{ filters: { isActive: '={{ $json.no }}' } },
	],
	['Client Key', 'the expression has no value', ...list({ clientKey: '={{ $json.nope }}' })],
	['Client Key', 'it is not a text', ...list({ clientKey: '={{ ["a"] }}' })],
	['Tag Keys', 'is not a key', ...list({ tagKeys: "={{ [['a', 'b']] }}" })],
	['To', 'is before', ...ofAppointments({ when: 'between', from: start, to: '2026-04-30' })],
	['Not Before', 'is not a time', ...free({ options: { opens: '24:30' } })],
	['Not After', 'is not later', ...free({ options: { opens: '10:00', closes: '09:00' } })],
	['Calendar', 'it is empty', ...free({ calendar: locator('', 'list') })],
	['Weekdays', 'are not days', ...free({ options: { weekdays: [0] } })],
	['Min Vacancies', 'at least 1', ...free({ options: { minVacancies: 0 } })],
	['Offered To', 'is not a valid choice', ...free({ options: { offeredTo: '={{ "all" }}' } })],
	['To', 'these are 32 days', ...free({ when: 'between', from: start, to: '2026-06-01' })],
	['When', 'is not a valid choice', ...free({ when: '={{ "anyTime" }}' })],
	['Return All', 'neither true nor false', ...ofAppointments({ returnAll: '={{ "all" }}' })],
	['Limit', 'the expression has no value', ...ofAppointments({ limit: '={{ null }}' })],
	[
		'Events',
		'no event was chosen',
		'webhook:update',
		{ webhook: locator('1'), ...hook, events: ' , ' },
	],
	['URL', 'is not an HTTPS address', ...create({ url: 'http://a.example' })],
	['URL', 'it is empty', ...create({ url: '' })],
	['Events', 'no event was chosen', ...create({ events: [] })],
	['Events', 'no event was chosen', ...create({ events: '={{ undefined }}' })],
	['Webhook', 'is not a key', 'webhook:delete', { webhook: locator('../appointments') }],
];

// nock refuses every request: a case that sends anything fails with another message.
it.each(cases)('%s: %s (%s %j)', async (field, words, operation, parameters) => {
	const running = run(operation as 'appointment:get', parameters, { timezone: 'Europe/Madrid' });
	const failure = await failureOf(running);
	expect(failure.name).toBe('NodeOperationError');
	expect(failure.message.startsWith(`'${field}': `)).toBe(true);
	expect(failure.message).toContain(words);
	expect(failure.description).not.toContain('item 0');
	expect(failure.context.itemIndex).toBe(0);
});
