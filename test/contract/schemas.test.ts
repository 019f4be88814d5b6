import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { operations } from '../../nodes/AppointmentScheduling/actions/description/operations';
import { sampleKey } from '../stand-in';
import { contractIn, locator, type Contract } from './support';

interface Schema {
	type: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

const folder = join(__dirname, '../../nodes/AppointmentScheduling/__schema__/v1.0.0');
const schemaOf = (name: string) =>
	JSON.parse(readFileSync(join(folder, `${name.replace(':', '/')}.json`), 'utf8')) as Schema;

/** Fields of a schema that a value lacks, or has with another type. */
function missingIn(value: unknown, { type, properties, items }: Schema, path = ''): string[] {
	if (items) return missingIn((value as unknown[])[0], items, `${path}[]`);
	if (!properties) return typeof value === type ? [] : [`${path}: ${type}`];
	return Object.entries(properties).flatMap(([name, field]) =>
		missingIn((value as IDataObject | undefined)?.[name], field, `${path}.${name}`),
	);
}

let contract: Contract;
beforeAll(async () => {
	contract = await contractIn('samples');
	contract.service.seed(20);
});
afterAll(async () => await contract.service.stop());

const url = 'https://hooks.example/1';
const events = ['appointment.created'];
const appointment = () => locator(contract.service.appointments.list()[1]!.appointment_key);
const webhook = () => locator(contract.service.webhooks.add({ url, events }).key);

const cases: Record<string, () => INodeParameters> = {
	'appointment:getAll': () => ({ limit: 1 }),
	'appointment:get': () => ({ appointment: appointment() }),
	'appointment:create': () => ({
		calendar: locator(contract.service.calendars.list()[0]!.key),
		startDate: '2050-05-02T10:00:00',
		attendees: {
			attendee: [{ name: 'Ana Lima', phone: '+5511999990000', email: 'ana@example.com' }],
		},
		additionalFields: {
			serviceKeys: [contract.service.services.list()[0]!.key],
			tagKeys: sampleKey('tag', 0),
		},
		checkSlot: true,
	}),
	'appointment:getFreeTimes': () => ({
		calendar: locator(contract.service.calendars.list()[0]!.key),
		when: 'onDate',
		day: '2050-05-01',
		limit: 1,
	}),
	'calendar:getAll': () => ({ limit: 1 }),
	'service:getAll': () => ({ limit: 1 }),
	'appointment:updateStatus': () => ({ appointment: appointment(), status: 'ATTENDED' }),
	'appointment:reschedule': () => ({
		appointment: appointment(),
		startDate: '2030-05-01T10:00:00',
	}),
	'appointment:cancel': () => {
		// With every field that a response may have.
		const [canceled] = contract.service.seed(1, { status: 'CANCELED' });
		return { appointment: locator(canceled!.appointment_key) };
	},
	'webhook:create': () => ({ url, events }),
	'webhook:getAll': () => ({ limit: 1 }),
	'webhook:update': () => ({ webhook: webhook(), url: 'https://hooks.example/2', events }),
	'webhook:delete': () => ({ webhook: webhook() }),
};

it.each(Object.keys(cases))(
	'%s returns the fields that the editor shows before a run',
	async (name) => {
		const [item] = await contract.run(name, cases[name]!());
		expect(missingIn(item, schemaOf(name))).toEqual([]);
	},
);

it('every operation has exactly one schema', () => {
	const described = Object.entries(operations).flatMap(([resource, own]) =>
		Object.keys(own).map((operation) => `${resource}/${operation}.json`),
	);
	const found = readdirSync(folder).flatMap((resource) =>
		readdirSync(join(folder, resource)).map((file) => `${resource}/${file}`),
	);
	expect(found.sort()).toEqual(described.sort());
	expect(Object.keys(cases).length).toBe(described.length);
});
