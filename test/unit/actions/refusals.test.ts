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
const ofDay = (filters: INodeParameters) => ofAppointments({ when: 'onDate', day: start, filters });
const get = (value: string, mode = 'key'): [string, INodeParameters] => [
	'appointment:get',
	{ appointment: locator(value, mode) },
];
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
	{ calendar: locator('c'), options: { timezone: 'Europe/Madrid' }, ...given },
];
const update = (given: INodeParameters): [string, INodeParameters] => [
	'webhook:update',
	{ webhook: locator('1'), ...hook, ...given },
];

const backwards = { from: '14:00', to: '13:00' };
const cases: Case[] = [
	['Appointment', 'the key is empty', 'appointment:cancel', { appointment: locator('') }],
	['Appointment', 'no appointment was chosen', ...get('', 'list')],
	['Appointment', 'it is empty', ...get(' ', 'code')],
	['Appointment', 'is not a key', ...get('a/../b')],
	['Appointment', 'is not a key', ...get('a\u200bb')],
	['Appointment', 'an invalid Unicode character', ...get("={{ 'A\\ud800' }}", 'code')],
	['Status', 'is not a valid choice', ...set('toString')],
	['Status', 'the expression has no value', ...set('={{ $json.missing }}')],
	['Send Email', 'is not a valid choice', 'appointment:cancel', { ...byKey, sendEmail: 'maybe' }],
	['Start Date', 'the date is empty', ...move('')],
	['Start Date', 'no time of day', ...move('2026-05-01')],
	['Start Date', 'does not exist in Europe/Madrid', ...move('2026-03-29T02:30:00')],
	['Check Slot', 'neither true nor false', ...move(`${start}Z`, { checkSlot: '={{ "maybe" }}' })],
	['Timezone', 'is not a time zone', ...move(start, { timezone: 'Madrid' })],
	['Calendar', 'no calendar was chosen', ...list({ calendar: locator('', 'list') })],
	['Client Key', 'the key is empty', ...list({ clientKey: '={{ $json.nope }}' })],
	['Client Key', 'it is not a text', ...list({ clientKey: '={{ ["a"] }}' })],
	['Calendar', 'it is not a text', ...list({ calendar: locator('={{ ({}) }}') })],
	['Service Keys', 'the key is empty', ...list({ serviceKeys: ' , ' })],
	['Tag Keys', 'is not a key', ...list({ tagKeys: 'a,b c' })],
	['Status', 'the filter is empty', ...list({ status: '={{ [null] }}' })],
	['Name', 'it is empty', ...list({ name: '  ' })],
	['Phone', 'the expression has no value', ...list({ phone: '={{ $json.nope }}' })],
	['Owner User', 'it is not a text', ...list({ ownerUser: '={{ [1] }}' })],
	['Name', 'the expression has no value', ...list({ name: '={{ [] }}' })],
	['Email', 'it is not a text', ...list({ email: '={{ ({}) }}' })],
	['Tag Keys', 'is not a key', ...list({ tagKeys: "={{ [['a', 'b']] }}" })],
	['Service Keys', 'is not a key', ...list({ serviceKeys: '={{ ({ key: 1 }) }}' })],
	['Status', 'is not a valid choice', ...list({ status: '={{ [["PENDING"]] }}' })],
	['Is Canceled', 'neither true nor false', ...list({ isCancelled: '={{ [true] }}' })],
	['On Date', "can't be combined", ...list({ onDate: '2026-05-01', endDate: '2026-05-02' })],
	['Start Date', "can't be combined", ...ofDay({ startDate: start })],
	['On Date', "can't be combined", ...ofDay({ onDate: start })],
	['To', 'is before', ...ofAppointments({ when: 'between', from: start, to: '2026-04-30' })],
	['Opens', '"24:30" is not a time', ...free({ opens: '24:30' })],
	['Closes', 'later than the start', ...free({ opens: '22:00', closes: '22:00' })],
	['Weekdays', 'are not days', ...free({ weekdays: [0] })],
	['Duration (Minutes)', 'do not fit', ...free({ duration: 481 })],
	['Every (Minutes)', 'at least 1', ...free({ options: { every: 0 } })],
	['Notice (Minutes)', 'at least 0', ...free({ options: { notice: -1 } })],
	['Breaks', 'later than the start', ...free({ options: { breaks: { break: [backwards] } } })],
	['Breaks', 'no break was entered', ...free({ options: { breaks: {} } })],
	['Booked Duration (Minutes)', 'at least 1', ...free({ options: { bookedDuration: 0 } })],
	['New Calendar', 'neither true nor false', ...free({ options: { newCalendar: '={{ "no" }}' } })],
	['When', 'is not a valid choice', ...free({ when: '={{ "anyTime" }}' })],
	['To', 'more than 366 days', ...free({ when: 'between', from: start, to: '2027-05-03' })],
	['End Date', 'the date is empty', ...list({ endDate: '' })],
	['End Date', "is before 'Start Date'", ...list({ startDate: start, endDate: '2026-04-30' })],
	['Created At', 'is not a valid date and time', ...list({ createdAt: '2026-13-01' })],
	['Return All', 'neither true nor false', ...ofAppointments({ returnAll: '={{ "all" }}' })],
	['Limit', 'is not a whole number', ...ofAppointments({ limit: '={{ null }}' })],
	['URL', 'is not an HTTPS address', ...create({ url: 'http://a.example' })],
	['Events', 'no event was chosen', ...create({ events: [] })],
	['Events', 'is not an event kind', ...create({ events: '={{ ({}) }}' })],
	['Events', 'no event was chosen', ...update({ events: [], additionalEvents: ' , ' })],
	['Additional Events', 'is not an event kind', ...create({ additionalEvents: 'a b' })],
	['Webhook', 'is not a key', 'webhook:delete', { webhook: locator('../appointments') }],
	['Concurrency', 'at least 1', ...ofAppointments({ options: { concurrency: 0 } })],
	['Max Retries', 'at least 0', ...ofAppointments({ options: { maxRetries: -1 } })],
	['Timeout', 'at least 1', 'webhook:getAll', { options: { timeout: 0 } }],
	['Timeout', 'is too much', 'webhook:getAll', { options: { timeout: 2 ** 31 } }],
	['Duration (Minutes)', 'is too much', ...move(`${start}Z`, { duration: 1e12 })],
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
