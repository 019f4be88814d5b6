import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { APPOINTMENT_STATUSES } from '../../nodes/AppointmentScheduling/service/vocabulary';
import { sampleKey } from '../stand-in';
import { locator, type Contract, type Sent } from './support';

interface Case {
	parameters: INodeParameters;
	/** Each request. */
	sent: Sent[];
	/** What the first item contains. */
	returned: object;
}

const calendar_key = sampleKey('calendar', 0);
const calendar = locator(calendar_key);
const [service_key, tag_key] = [sampleKey('service', 1), sampleKey('tag', 0)];
const url = 'https://hooks.example/webhook/1?secret=a%20b';
const events = ['appointment.created', 'appointment.updated'];
const page_size = '100';
const free = { calendar_key, day: '2050-01-05', page_size };

const client = {
	name: 'Ana Lima',
	phone: '+5511999990000',
	email: 'ana@example.com',
	externalId: 'crm-1',
	identificationCode: '123',
	identificationType: 'CPF',
};
/** What is sent if every field is filled in. */
const booking = {
	calendar_key,
	start: {
		dateTime: expect.stringMatching(/^2050-01-05T(09:30:00\+01:00|08:30:00Z)$/) as string,
	},
	attendees: [
		{
			name: 'Ana Lima',
			phone: '+5511999990000',
			email: 'ana@example.com',
			external_id: 'crm-1',
			identification_code: '123',
			identification_type: 'CPF',
		},
		{ name: 'Ben Lima' },
	],
	service_list: [{ service_key }],
	account_slug: 'clinic',
	description: 'First visit',
	owner_user: { email: 'agenda@example.com' },
	questionnaire_answers: [{ question_key: 'q', body: 'yes' }],
	send_email: true,
	status: 'CONFIRMED',
	tag_list: [{ tag_key }],
	verify_limits: true,
};

/**
 * By operation and what is special about it; each begins with 130 appointments. The response to the
 * operation alone has every field.
 */
export const cases: Record<string, (contract: Contract) => Case> = {
	'appointment:getAll': ({ service }) => ({
		parameters: { returnAll: true },
		sent: [
			['GET /appointments/', { page_size }],
			['GET /appointments/', { page: '2', page_size }],
		],
		returned: service.shown(service.appointments.list()[0]!),
	}),
	'appointment:get': (contract) => {
		const { key, appointment } = first(contract);
		const returned = contract.service.shown(contract.service.appointments.get(key)!);
		return { parameters: { appointment }, sent: [[`GET /appointments/${key}/`, {}]], returned };
	},
	'appointment:updateStatus': (contract) => {
		const { key, appointment } = first(contract);
		return {
			parameters: { appointment, status: 'ATTENDED' },
			sent: [[`PATCH /appointments/${key}/`, { status: 'ATTENDED' }]],
			returned: { appointment_key: key, status: 'ATTENDED' },
		};
	},
	'appointment:reschedule': (contract) => {
		const { key, appointment } = first(contract);
		const start_date = '2026-07-15T07:10:00+02:00';
		return {
			parameters: { appointment, startDate: '2026-07-15T05:10:00Z' },
			sent: [[`PATCH /appointments/${key}/reschedule/`, { start_date }]],
			returned: { appointment_key: key },
		};
	},
	'appointment:cancel, by default': (contract) => canceling(contract, 'serviceDefault', {}),
	'appointment:cancel, with an email': (contract) =>
		canceling(contract, 'yes', { send_email: 'true' }),
	'appointment:cancel, without an email': (contract) =>
		canceling(contract, 'no', { send_email: 'false' }),
	'appointment:cancel': (contract) => {
		const { key, appointment } = first(contract);
		contract.service.cancel(key);
		return {
			parameters: { appointment },
			sent: [[`GET /appointments/${key}/`, {}]],
			returned: { canceled: true, alreadyCanceled: true, appointment_key: key },
		};
	},
	'appointment:create': () => ({
		parameters: {
			calendar,
			startDate: '2050-01-05T08:30:00Z',
			attendees: { attendee: [client, { name: 'Ben Lima' }] },
			checkSlot: true,
			additionalFields: {
				accountSlug: 'clinic',
				description: 'First visit',
				ownerUser: 'agenda@example.com',
				questionnaireAnswers: { answer: [{ questionKey: 'q', body: 'yes' }] },
				sendEmail: true,
				serviceKeys: [service_key],
				status: 'CONFIRMED',
				tagKeys: tag_key,
				verifyLimits: true,
			},
		},
		sent: [
			['GET /available-date-times/', { ...free, service_keys: service_key }],
			['POST /appointments/', booking],
		],
		returned: { appointment_key: expect.any(String) as string, status: 'CONFIRMED' },
	}),
	'appointment:create, with the required fields alone': () => {
		const attendees = [{ name: 'Ana Lima' }];
		const start = { dateTime: '2050-01-05T09:30:00+01:00' };
		return {
			parameters: {
				calendar,
				startDate: '2050-01-05T09:30:00',
				attendees: { attendee: attendees },
			},
			sent: [
				['GET /available-date-times/', free],
				['POST /appointments/', { calendar_key, start, attendees }],
			],
			returned: { appointment_key: expect.any(String) as string, status: 'PENDING' },
		};
	},
	'appointment:getFreeTimes': () => ({
		parameters: {
			calendar,
			when: 'onDate',
			day: '2050-01-05',
			serviceKeys: [sampleKey('service', 2)],
			options: { minVacancies: 1, offeredTo: 'client', opens: '10:00' },
			limit: 2,
		},
		sent: [
			[
				'GET /available-date-times/',
				{
					...free,
					service_keys: sampleKey('service', 2),
					action_new_appointment: 'client',
					min_vacancies_available: '1',
				},
			],
		],
		returned: {
			start_date: '2050-01-05T10:00:00+01:00',
			end_date: '2050-01-05T11:00:00+01:00',
			vacancies_available: 1,
			calendar_key,
		},
	}),
	'calendar:getAll': () => ({
		parameters: { returnAll: true, filters: { isActive: true } },
		sent: [['GET /calendars/', { is_active: 'true', page_size }]],
		returned: { calendar_key, name: 'Dentistry' },
	}),
	'service:getAll': ({ service }) => {
		service.services.add({ key: sampleKey('service', 0), is_active: false });
		return {
			parameters: { filters: { isActive: true } },
			sent: [['GET /services/', { page_size }]],
			returned: { service_key, name: 'Retorno' },
		};
	},
	'webhook:getAll': ({ service }) => {
		const { key } = service.webhooks.add({ url, events });
		return {
			parameters: { returnAll: true },
			sent: [['GET /webhooks/', { page_size }]],
			returned: { webhook_key: key, url, events },
		};
	},
	'webhook:create': () => ({
		parameters: { url, events },
		// What existed before proves nothing.
		sent: [
			['GET /webhooks/', { page_size }],
			['POST /webhooks/', { url, events }],
		],
		returned: { webhook_key: expect.any(String) as string, url, events },
	}),
	'webhook:update': ({ service }) => {
		const { key } = service.webhooks.add({ url, events });
		const changed = { url: 'https://hooks.example/2', events: ['appointment.canceled'] };
		return {
			parameters: { webhook: locator(key), ...changed },
			sent: [[`PUT /webhooks/${key}/`, changed]],
			returned: { webhook_key: key, ...changed },
		};
	},
	'webhook:delete': ({ service }) => {
		const { key } = service.webhooks.add({ url, events });
		return {
			parameters: { webhook: locator(key) },
			sent: [[`DELETE /webhooks/${key}/`, {}]],
			returned: { deleted: true, webhook_key: key },
		};
	},
};

function first({ service }: Contract) {
	const { appointment_key: key } = service.appointments.list()[1]!;
	return { key, appointment: locator(key) };
}

function canceling(contract: Contract, sendEmail: string, query: object): Case {
	const { key, appointment } = first(contract);
	const path = `/appointments/${key}/`;
	return {
		parameters: { appointment, sendEmail },
		sent: [
			[`GET ${path}`, {}],
			[`DELETE ${path}`, query],
		],
		returned: { canceled: true, appointment_key: key },
	};
}

/** Runs a case in an account of its own, and returns its items. */
export async function runCase(contract: Contract, name: string): Promise<IDataObject[]> {
	contract.service.seed(130);
	const { parameters, sent, returned } = cases[name]!(contract);
	const items = await contract.run(name.split(',')[0]!, parameters);
	expect(items[0]).toMatchObject(returned);
	expect(contract.sent()).toEqual(sent);
	return items;
}

/** What every operation sends and returns, however the node is run. */
export function describeOperations(
	open: () => Promise<Contract>,
	statuses = Object.keys(APPOINTMENT_STATUSES),
): void {
	let contract: Contract;
	beforeEach(async () => {
		contract = await open();
	});
	afterEach(async () => await contract.service.stop());

	it.each(Object.keys(cases))('%s', async (name) => {
		await runCase(contract, name);
	});

	it.each(statuses)('sets the status %s', async (status) => {
		const [{ appointment_key: key } = { appointment_key: '' }] = contract.service.seed(1);
		const parameters = { appointment: locator(key), status };
		await contract.run('appointment:updateStatus', parameters);
		expect(contract.service.appointments.get(key)).toMatchObject({ status });
	});
}
