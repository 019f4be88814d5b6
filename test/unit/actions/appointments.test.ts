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

describe.each(['samples', 'document'] as const)('an appointment in the shape %s', (shape) => {
	it('is returned as the service shows it, by key and by code, or with ten fields', async () => {
		const at = await service({ shape, samplesShowCode: true });
		const booked = at.seed(1, { start_date: '2030-12-03T10:00:00', service_keys: [] })[0]!;
		const credentials = credentialsOf(at);
		const get = async (given: object) =>
			(await run('appointment:get', { ...given }, { credentials })).items[0]?.json;
		const appointment = locator(booked.appointment_key);
		expect(await get({ appointment })).toEqual(at.shown(booked));
		expect(await get({ appointment: locator(booked.search_code, 'code') })).toEqual(
			at.shown(booked),
		);
		const isSample = shape === 'samples';
		const simple = {
			person_name: booked.person.full_name,
			person_phone: isSample ? booked.person.phone : null,
			start_date: '2030-12-03T10:00:00+01:00',
			status: booked.status,
			service_names: null,
			calendar_name: booked.calendar.name,
			person_email: booked.person.email,
			search_code: booked.search_code,
			calendar_key: booked.calendar.calendar_key,
			appointment_key: booked.appointment_key,
		};
		expect(JSON.stringify(await get({ appointment, simplify: true }))).toBe(JSON.stringify(simple));
		const list = await run('appointment:getAll', { simplify: true }, { credentials });
		expect(list.items.map(({ json }) => json)).toEqual([simple]);
	});
});

it('Simplify writes the start in the zone of the account', async () => {
	const start_date = '2026-05-01T08:00:00Z';
	authorized()
		.get(path)
		.reply(200, { ...appointment, start_date });
	const zones = { credentials: { timezone: 'Europe/Madrid' }, timezone: 'America/New_York' };
	const { items } = await run('appointment:get', { ...byKey, simplify: true }, zones);
	expect(items[0]?.json.start_date).toBe('2026-05-01T10:00:00+02:00');
});

it('Get says which fields came if they are no appointment', async () => {
	authorized().get(path).reply(200, { appointment_key: key, status: 'PENDING' });
	expect((await failureOf(run('appointment:get', byKey))).message).toBe(
		'The service returned something other than an appointment with a key and a start: appointment_key, status',
	);
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
	['updateStatus', { status: 'ATTENDED' }, 'PATCH', { status: ['No.'] }, "'Status': No."],
	[
		'reschedule',
		{ startDate: '2030-01-01T10:00:00Z' },
		'PATCH',
		{ start_date: ['No.'] },
		"'Start Date': No.",
	],
])('%s names the field that the service refused', async (operation, given, _method, body, text) => {
	authorized().patch(/./).reply(400, body);
	const running = run(`appointment:${operation}`, { ...byKey, ...given });
	expect((await failureOf(running)).description).toContain(text);
});
