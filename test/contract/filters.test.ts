import type { INodeParameters } from 'n8n-workflow';

import { filtersProperty } from '../../nodes/AppointmentScheduling/parameters/filters';
import type { Appointment, Filters } from '../stand-in';
import { Zone } from '../stand-in/zone';
import { contractIn, locator, shapes, zone, type Contract } from './support';

type Case = (one: Appointment) => [entered: INodeParameters[string], meant: Filters];

const day = ({ wall }: Appointment) => wall.slice(0, 10);

/** For each filter, what the user enters to find an appointment, and what the service is asked for. */
const cases: Record<string, Case> = {
	calendar: ({ calendar: { calendar_key } }) => [locator(calendar_key), { calendar_key }],
	clientKey: ({ client_key }) => [client_key, { client_key }],
	createdAt: ({ created }) => {
		const created_at = new Zone(zone).wall(created);
		return [created_at, { created_at }];
	},
	email: ({ person: { email } }) => [email!, { email }],
	endDate: (one) => [day(one), { end_date: `${day(one)}T23:59:59` }],
	externalId: ({ person: { external_id } }) => [external_id!, { external_id }],
	identificationCode: ({ person: { identification_code } }) => [
		identification_code!,
		{ identification_code },
	],
	isCancelled: ({ status }) => {
		const is_cancelled = status.startsWith('CANCELED');
		return [is_cancelled, { is_cancelled }];
	},
	name: ({ person: { full_name } }) => [full_name, { name: full_name }],
	ownerUser: ({ owner_user }) => [owner_user, { owner_user }],
	personKey: ({ person: { person_key } }) => [person_key, { person_key }],
	phone: ({ person: { phone } }) => [phone!, { phone }],
	searchCode: ({ search_code }) => [search_code, { search_code }],
	serviceKeys: ({ service_keys }) => [service_keys, { service_keys }],
	startDate: ({ start, wall }) => [new Date(start).toISOString(), { start_date: wall }],
	status: ({ status }) => [[status], { status }],
	tagKeys: ({ tag_keys }) => [tag_keys.join(','), { tag_keys }],
};

it('tests every filter of the editor', () => {
	const offered = (filtersProperty.options ?? []).map(({ name }) => name);
	expect(Object.keys(cases).sort()).toEqual(offered.sort());
});

describe.each(shapes)('in the shape of the %s', (shape) => {
	let contract: Contract;

	beforeAll(async () => {
		contract = await contractIn(shape);
		contract.service.seed(240);
	});
	afterAll(async () => await contract.service.stop());

	const keysOf = (list: readonly { appointment_key?: unknown }[]) =>
		list.map(({ appointment_key }) => appointment_key);

	it.each(Object.keys(cases))('%s returns only matching appointments', async (filter) => {
		for (const nth of [0, 66, 130]) {
			const subject = contract.service.appointments.list()[nth]!;
			const [entered, meant] = cases[filter]!(subject);
			const expected = keysOf(contract.service.matching(meant));
			const filters = { [filter]: entered };
			const found = await contract.run('appointment:getAll', { returnAll: true, filters });
			expect(keysOf(found)).toEqual(expected);
			expect(expected).toContain(subject.appointment_key);
		}
		const page = ['GET /appointments/', expect.objectContaining({ page_size: '100' })];
		const sent = contract.sent();
		expect(sent).toEqual(sent.map(() => page));
	});
});
