import type { INodeParameterResourceLocator } from 'n8n-workflow';

import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { service } from '../support/service';

import {
	appointment,
	byKey,
	credentialsOf,
	failureOf,
	key,
	host,
	locator,
	nock,
	path,
	run,
} from './support';

/** The service; a request without the token fails. */
const authorized = () => nock(host, { reqheaders: { authorization: /^Bearer token/ } });

// Requests and responses of each operation: test/contract/operations.test.ts.

it('what is chosen by reference begins as a list', () => {
	const { properties } = new AppointmentScheduling().description;
	const locators = properties.filter(({ type }) => type === 'resourceLocator');
	expect(locators.length).toBeGreaterThan(5);
	const unset = locators.map((property) => property.default as INodeParameterResourceLocator);
	expect(unset.filter(({ mode, value }) => mode !== 'list' && value === '')).toEqual([]);
});

it.each(['samples', 'document'] as const)(
	'an appointment is returned as the service shows it, by key and by code (%s)',
	async (shape) => {
		const at = await service({ shape, samplesShowCode: true });
		const { appointment_key, search_code } = at.seed(1)[0]!;
		const credentials = credentialsOf(at);
		for (const appointment of [locator(appointment_key), locator(search_code, 'code')]) {
			const { items } = await run('appointment:get', { appointment }, { credentials });
			expect(items[0]?.json).toEqual(at.shown(at.appointments.list()[0]!));
		}
		const simplify = true;
		const appointment = locator(appointment_key);
		const got = await run('appointment:get', { appointment, simplify }, { credentials });
		const listed = await run('appointment:getAll', { simplify }, { credentials });
		expect(listed.items).toEqual(got.items);
	},
);

it('Simplify writes the start in the zone of the account', async () => {
	const start_date = '2026-05-01T08:00:00Z';
	authorized()
		.get(path)
		.reply(200, { ...appointment, start_date });
	const zones = { credentials: { timezone: 'Europe/Madrid' }, timezone: 'America/New_York' };
	const { items } = await run('appointment:get', { ...byKey, simplify: true }, zones);
	expect(items[0]?.json.start_date).toBe('2026-05-01T10:00:00+02:00');
});

it.each([
	[204, undefined],
	[200, {}],
])('Update Status returns key and status if the response is %i with %j', async (status, body) => {
	authorized().patch(path).reply(status, body);
	const { items } = await run('appointment:updateStatus', { ...byKey, status: 'ATTENDED' });
	expect(items[0]?.json).toEqual({ appointment_key: key, status: 'ATTENDED' });
});

it.each([
	['updateStatus', { status: 'ATTENDED' }, { status: ['No.'] }, "'Status': No."],
	[
		'reschedule',
		{ startDate: '2030-01-01T10:00:00Z' },
		{ start_date: ['No.'] },
		"'Start Date': No.",
	],
	['cancel', {}, { send_email: ['No.'] }, "'Send Email': No."],
])('%s names the field that the service refused', async (operation, given, body, text) => {
	authorized().persist().get(path).reply(200, appointment);
	authorized()
		.intercept(/./, operation === 'cancel' ? 'DELETE' : 'PATCH')
		.reply(400, body);
	const running = run(`appointment:${operation}`, { ...byKey, sendEmail: 'yes', ...given });
	expect((await failureOf(running)).description).toContain(text);
	nock.cleanAll();
});
