import type { INodeParameters } from 'n8n-workflow';

import { byKey, failureOf, locator, numbered, run } from './support';

type Case = [field: string, words: string, operation: string, parameters: INodeParameters];

const webhookUrl = 'https://hooks.example/x';
const kinds = ['appointment.created'];
const start = '2026-05-01T10:00:00';
const list = (filters: INodeParameters): [string, INodeParameters] => [
	'appointment:getAll',
	{ filters },
];
const move = (startDate: string, options: INodeParameters = {}): [string, INodeParameters] => [
	'appointment:reschedule',
	{ ...byKey, startDate, options },
];

/** What the operations need besides the appointment. */
const filled = { startDate: start, status: 'NO_SHOW' };

const everyOperation = ['get', 'updateStatus', 'reschedule', 'cancel'].map(
	(name) => `appointment:${name}`,
);

const cases: Case[] = [
	...everyOperation.flatMap((operation): Case[] => [
		['Appointment', 'the key is empty', operation, { ...filled, appointment: locator('') }],
		[
			'Appointment',
			'no appointment was chosen',
			operation,
			{ ...filled, appointment: locator('', 'list') },
		],
		[
			'Appointment',
			'the code is empty',
			operation,
			{ ...filled, appointment: locator(' ', 'code') },
		],
		['Appointment', 'is not a key', operation, { ...filled, appointment: locator('a/../b') }],
	]),
	[
		'Status',
		'is not an appointment status',
		'appointment:updateStatus',
		{ ...byKey, status: 'attended' },
	],
	['Status', 'no status was chosen', 'appointment:updateStatus', { ...byKey, status: '' }],
	['Status', 'no status was chosen', 'appointment:updateStatus', { ...byKey }],
	[
		'Status',
		'no status was chosen',
		'appointment:updateStatus',
		{ ...byKey, status: '={{ $json.missing }}' },
	],
	[
		'Status',
		'is not an appointment status',
		'appointment:updateStatus',
		{ ...byKey, status: 'toString' },
	],
	['Send Email', 'is not a valid choice', 'appointment:cancel', { ...byKey, sendEmail: 'maybe' }],
	['Start Date', 'the date is empty', ...move('')],
	['Start Date', 'is not a date', ...move('next Friday')],
	['Start Date', 'is not a valid date and time', ...move('2026-02-30T10:00:00')],
	['Start Date', 'no time of day', ...move('2026-05-01')],
	['Start Date', 'does not exist in Europe/Madrid', ...move('2026-03-29T02:30:00')],
	['Start Date', 'happens twice in Europe/Madrid', ...move('2026-10-25T02:30:00')],
	['Timezone', 'is not a time zone', ...move(start, { timezone: 'Madrid' })],
	[
		'Timezone',
		'is not a time zone',
		'appointment:getAll',
		{ filters: { onDate: `${start}Z` }, options: { timezone: 'x' } },
	],
	['Calendar', 'no calendar was chosen', ...list({ calendar: locator('', 'list') })],
	['Calendar', 'is not a key', ...list({ calendar: locator('a b') })],
	['Client Key', 'the key is empty', ...list({ clientKey: '' })],
	['Person Key', 'is not a key', ...list({ personKey: 'a/b' })],
	['Service Keys', 'no key was entered', ...list({ serviceKeys: ' , ' })],
	['Tag Keys', 'is not a key', ...list({ tagKeys: 'a,b c' })],
	['Status', 'is not an appointment status', ...list({ status: ['PENDING', 'LATE'] })],
	['Email', 'it is empty', ...list({ email: '' })],
	['Name', 'it is empty', ...list({ name: '  ' })],
	['Phone', 'the expression has no value', ...list({ phone: '={{ $json.nope }}' })],
	['Owner User', 'it is not a text', ...list({ ownerUser: '={{ [1] }}' })],
	['On Date', 'it is empty', ...list({ onDate: '' })],
	['On Date', 'the expression has no value', ...list({ onDate: '={{ $json.nope }}' })],
	['Start Date', 'the expression has no value', ...move('={{ $json.nope }}')],
	['Start Date', 'is not a date', ...list({ startDate: 'soon' })],
	['End Date', 'it is empty', ...list({ endDate: '' })],
	['Created At', 'is not a valid date and time', ...list({ createdAt: '2026-13-01' })],
	['On Date', "can't be combined", ...list({ onDate: '2026-05-01', endDate: '2026-05-02' })],
	['Status', 'the filter is empty', ...list({ status: '={{ [null] }}' })],
	['Return All', 'neither true nor false', 'appointment:getAll', { returnAll: '={{ "all" }}' }],
	['Simplify', 'neither true nor false', 'appointment:getAll', { simplify: '={{ 1 }}' }],
	['Check Slot', 'neither true nor false', ...move(`${start}Z`, { checkSlot: '={{ "maybe" }}' })],
	[
		'Appointment',
		'it contains an invalid Unicode character',
		'appointment:get',
		{ appointment: locator("={{ 'A\\ud800' }}", 'code') },
	],
	['Is Canceled', 'neither true nor false', ...list({ isCancelled: '={{ "perhaps" }}' })],
	...[0, -1, 1.5, '={{ "many" }}', '={{ null }}'].map((limit): Case => [
		'Limit',
		'is not a whole number',
		'appointment:getAll',
		{ limit },
	]),
	['Limit', 'is not a whole number', 'webhook:getAll', { limit: 0 }],
	['URL', 'it is empty', 'webhook:create', { url: '', events: kinds }],
	['URL', 'is not an HTTPS address', 'webhook:create', { url: 'http://a.example', events: kinds }],
	[
		'URL',
		'is not an HTTPS address',
		'webhook:update',
		{ webhook: locator('1'), url: 'x', events: kinds },
	],
	['Events', 'no event was chosen', 'webhook:create', { url: webhookUrl }],
	[
		'Events',
		'no event was chosen',
		'webhook:update',
		{ webhook: locator('1'), url: webhookUrl, additionalEvents: ' , ' },
	],
	[
		'Additional Events',
		'is not an event kind',
		'webhook:create',
		{ url: webhookUrl, additionalEvents: 'a b' },
	],
	[
		'Additional Events',
		'"booked" is not an event kind',
		'webhook:create',
		{ url: webhookUrl, events: kinds, additionalEvents: 'booked' },
	],
	['Webhook', 'the key is empty', 'webhook:delete', { webhook: locator('') }],
	['Webhook', 'is not a key', 'webhook:delete', { webhook: locator('../appointments') }],
	[
		'Webhook',
		'no webhook was chosen',
		'webhook:update',
		{ webhook: locator('', 'list'), url: webhookUrl, events: kinds },
	],
	[
		'Concurrency',
		'whole number of at least 1',
		'appointment:get',
		{ ...byKey, options: { concurrency: 0 } },
	],
	[
		'Max Retries',
		'whole number of at least 0',
		'appointment:get',
		{ ...byKey, options: { maxRetries: -1 } },
	],
	['Request Interval', 'whole number', 'webhook:getAll', { options: { requestInterval: 0.5 } }],
	['Timeout', 'whole number of at least 1', 'webhook:getAll', { options: { timeout: 0 } }],
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

it('names the item with the invalid value', async () => {
	const parameters = {
		appointment: locator('={{ $json.number === 2 ? "" : "k" }}'),
		sendEmail: 'never',
	};
	const failure = await failureOf(run('appointment:cancel', parameters, { items: numbered(1) }));
	expect(failure.message).toMatch(/^'Send Email': /);
	const bad = { appointment: locator('={{ "" }}') };
	const { items } = await run('appointment:get', bad, { items: numbered(3), continueOnFail: true });
	expect(items.map(({ json }) => json)).toEqual(
		[0, 1, 2].map(() => ({
			error: "'Appointment': the key is empty",
			details: { description: 'Enter the key as the service shows it' },
		})),
	);
});

it.each([
	['http://scheduling.example', 'unencrypted'],
	['', 'it is empty'],
	['scheduling', 'not a web address'],
])('refuses the base URL %p before anything is sent', async (baseUrl, words) => {
	const failure = await failureOf(run('appointment:get', byKey, { credentials: { baseUrl } }));
	expect(failure.message).toMatch(/^'Base URL': /);
	expect(failure.message).toContain(words);
	expect(failure.description).toContain('credential');
});
