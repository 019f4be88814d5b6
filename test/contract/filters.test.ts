import type { INodeParameters } from 'n8n-workflow';

import { filtersProperty } from '../../nodes/AppointmentScheduling/parameters/filters';
import type { Appointment } from '../stand-in/appointments';
import type { Filters } from '../stand-in/lists/filters';
import { contractIn, locator, presets, type Contract } from './support';

interface Case {
	filter: string;
	/** What the user enters for the given appointment. */
	given(appointment: Appointment): INodeParameters;
	/** What the service must be asked for then. */
	meant(appointment: Appointment): Filters;
}

const day = ({ wall }: Appointment) => wall.slice(0, 10);

/** A filter whose value is sent as it was entered. */
const asEntered = (
	filter: string,
	parameter: keyof Filters,
	valueOf: (appointment: Appointment) => string | boolean,
): Case => ({
	filter,
	given: (appointment) => ({ [filter]: valueOf(appointment) }),
	meant: (appointment) => ({ [parameter]: valueOf(appointment) }),
});

const cases: Case[] = [
	asEntered('clientKey', 'client_key', ({ client_key }) => client_key),
	asEntered('personKey', 'person_key', ({ person }) => person.person_key),
	asEntered('createdAt', 'created_at', ({ created_at }) => created_at),
	asEntered('email', 'email', ({ person }) => person.email),
	asEntered('phone', 'phone', ({ phone }) => phone),
	asEntered('name', 'name', ({ person }) => person.full_name),
	asEntered('identificationCode', 'identification_code', (one) => one.identification_code),
	asEntered('externalId', 'external_id', ({ external_id }) => external_id),
	asEntered('searchCode', 'search_code', ({ search_code }) => search_code),
	asEntered('isCancelled', 'is_cancelled', ({ status }) => status.startsWith('CANCELED')),
	asEntered('ownerUser', 'owner_user', ({ owner_user }) => owner_user),
	{
		filter: 'calendar',
		given: ({ calendar }) => ({ calendar: locator(calendar.calendar_key) }),
		meant: ({ calendar: { calendar_key } }) => ({ calendar_key }),
	},
	{
		filter: 'status',
		given: ({ status }) => ({ status: [status] }),
		meant: ({ status }) => ({ status }),
	},
	{
		filter: 'startDate',
		given: ({ start }) => ({ startDate: new Date(start).toISOString() }),
		meant: ({ wall }) => ({ start_date: wall }),
	},
	{
		filter: 'endDate',
		given: (appointment) => ({ endDate: day(appointment) }),
		meant: (appointment) => ({ end_date: `${day(appointment)}T23:59:59` }),
	},
	{
		filter: 'onDate',
		given: ({ wall }) => ({ onDate: wall }),
		meant: (appointment) => ({
			start_date: `${day(appointment)}T00:00:00`,
			end_date: `${day(appointment)}T23:59:59`,
		}),
	},
	{
		filter: 'serviceKeys',
		given: ({ service_keys }) => ({ serviceKeys: service_keys.join(', ') }),
		meant: ({ service_keys }) => ({ service_keys }),
	},
	{
		filter: 'tagKeys',
		given: ({ tag_keys }) => ({ tagKeys: tag_keys.join(',') }),
		meant: ({ tag_keys }) => ({ tag_keys }),
	},
];

it('tests every filter of the editor', () => {
	const offered = (filtersProperty.options ?? []).map(({ name }) => name);
	expect(cases.map(({ filter }) => filter).sort()).toEqual(offered.sort());
});

describe.each(presets)('in the dialect %s', (preset) => {
	let contract: Contract;

	beforeAll(async () => {
		contract = await contractIn(preset);
		contract.service.seed(240);
	});
	afterAll(async () => await contract.service.stop());

	const keysOf = (list: readonly { appointment_key?: unknown }[]) =>
		list.map(({ appointment_key }) => appointment_key);

	/** The one whose every field holds something, with a cancelled neighbour or not. */
	const subject = (nth: number) => contract.service.appointments.list()[nth]!;

	it.each(cases)('$filter returns only matching appointments', async ({ given, meant }) => {
		for (const nth of [0, 66, 130]) {
			const expected = keysOf(contract.service.matching(meant(subject(nth))));
			const filters = given(subject(nth));
			const found = await contract.run('appointment:getAll', { returnAll: true, filters });
			expect(keysOf(found)).toEqual(expected);
			expect(expected).toContain(subject(nth).appointment_key);
		}
		const { entries } = contract.service.requests;
		expect(entries.every(({ path }) => path === '/tenant/api/v3/appointments/')).toBe(true);
		expect(new Set(entries.map(({ status }) => status))).toEqual(new Set([200]));
	});
});
