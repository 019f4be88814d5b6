import type { IDataObject } from 'n8n-workflow';
import { FILTERS, STATUSES, type Appointment, type DialectName, type Filters } from '../stand-in';
import { useBench } from './support/bench';
import { chosen, filterNames, keysOf, useDialect } from './support/dialects';

type Case = [
	name: string,
	value: (of: Appointment) => unknown,
	query: (of: Appointment) => Filters,
];

/** The node's 17 filters, and what each asks of the service. */
const filters: Case[] = [
	[
		'calendar',
		(of) => chosen('key', of.calendar.calendar_key),
		(of) => ({ calendar_key: of.calendar.calendar_key }),
	],
	['clientKey', (of) => of.client_key, (of) => ({ client_key: of.client_key })],
	['personKey', (of) => of.person.person_key, (of) => ({ person_key: of.person.person_key })],
	['status', (of) => [of.status], (of) => ({ status: of.status })],
	['startDate', (of) => of.wall, (of) => ({ start_date: of.wall })],
	['endDate', (of) => of.wall, (of) => ({ end_date: of.wall })],
	['email', (of) => of.person.email, (of) => ({ email: of.person.email })],
	['phone', (of) => of.phone, (of) => ({ phone: of.phone })],
	['name', (of) => of.person.full_name, (of) => ({ name: of.person.full_name })],
	[
		'identificationCode',
		(of) => of.identification_code,
		(of) => ({ identification_code: of.identification_code }),
	],
	['externalId', (of) => of.external_id, (of) => ({ external_id: of.external_id })],
	['searchCode', (of) => of.search_code, (of) => ({ search_code: of.search_code })],
	['isCancelled', () => false, () => ({ is_cancelled: false })],
	['serviceKeys', (of) => of.service_keys.join(', '), (of) => ({ service_keys: of.service_keys })],
	['tagKeys', (of) => of.tag_keys.join(), (of) => ({ tag_keys: of.tag_keys })],
	['ownerUser', (of) => of.owner_user, (of) => ({ owner_user: of.owner_user })],
	['createdAt', (of) => of.created_at, (of) => ({ created_at: of.created_at })],
];

const bench = useBench();

describe.each<DialectName>(['plain', 'offset', 'odd'])('filters, %s', (name) => {
	const spoken = useDialect(bench, name);
	beforeAll(() => void spoken.service.seed(300));

	const list = async (given: IDataObject, more: IDataObject = {}) =>
		await spoken.run({
			resource: 'appointment',
			operation: 'getAll',
			returnAll: true,
			filters: given as never,
			...(more as object),
		});
	/** Not cancelled, with tags. */
	const wanted = () => spoken.service.appointments.list()[140]!;

	test.each(filters)('%s alone', async (filter, value, query) => {
		const { service } = spoken;
		const expected = service.matching(query(wanted()));
		expect(expected).toContain(wanted());
		expect(expected.length).toBeLessThan(300);

		const { output, error } = await list({ [filter]: value(wanted()) as never });

		expect(error).toBeUndefined();
		expect(keysOf(output)).toEqual(keysOf(expected));
		for (const request of service.requests.of('GET')) {
			expect(filterNames(request.query)).toEqual(Object.keys(query(wanted())));
		}
	});

	test('all 17 together', async () => {
		const given = Object.fromEntries(filters.map(([filter, value]) => [filter, value(wanted())]));

		const { output, error } = await list(given as IDataObject);

		expect(error).toBeUndefined();
		expect(keysOf(output)).toEqual([wanted().appointment_key]);
		expect(filterNames(spoken.service.requests.entries[0]!.query)).toEqual([...FILTERS].sort());
	});

	test('one day, in the zone of the options, as 00:00:00 to 23:59:59', async () => {
		const options = { timezone: 'Europe/Madrid' };

		const { output } = await list({ onDate: '2026-01-12T23:30:00Z' }, { options });

		const day = { start_date: '2026-01-13T00:00:00', end_date: '2026-01-13T23:59:59' };
		expect(keysOf(output)).toEqual(keysOf(spoken.service.matching(day)));
		const { searchParams } = new URL(`http://x/?${spoken.service.requests.entries[0]!.query}`);
		expect(Object.fromEntries(searchParams)).toMatchObject(day);
	});

	test('a Luxon date of an expression, read in the zone of the workflow', async () => {
		const { output, error } = await spoken.run(
			{
				resource: 'appointment',
				operation: 'getAll',
				returnAll: true,
				filters: { startDate: "={{ DateTime.fromISO('2026-01-12T12:00:00Z') }}" },
			},
			{ timezone: 'Europe/Madrid' },
		);

		expect(error).toBeUndefined();
		expect(spoken.service.requests.entries[0]!.query).toContain(
			'start_date=2026-01-12T13%3A00%3A00',
		);
		const expected = spoken.service.matching({ start_date: '2026-01-12T13:00:00' });
		expect(keysOf(output)).toEqual(keysOf(expected));
	});

	test.each([
		['three', ['NO_SHOW', 'PENDING', 'CANCELED_GOOGLE']],
		['all eleven', [...STATUSES]],
	])('%s statuses: each asked for, merged by start without doubles', async (_, statuses) => {
		const { service } = spoken;

		const { output, error } = await list({ status: statuses });

		expect(error).toBeUndefined();
		const expected = statuses.flatMap((status) => keysOf(service.matching({ status })));
		expect(keysOf(output).sort()).toEqual(expected.sort());
		const starts = output.map(({ start_date }) => Date.parse(String(start_date)));
		expect(starts).toEqual([...starts].sort((a, b) => a - b));
		const asked = service.requests
			.of('GET')
			.flatMap(({ query }) => new URLSearchParams(query).getAll('status'));
		expect(new Set(asked)).toEqual(new Set(statuses));
	});

	test('several statuses up to a limit', async () => {
		const status = ['CONFIRMED', 'PENDING'];

		const { output } = await list({ status }, { returnAll: false, limit: 9 });

		const first = spoken.service.appointments
			.list()
			.filter((appointment) => status.includes(appointment.status))
			.slice(0, 9);
		const startsOf = (list: typeof first) => list.map(({ start }) => start);
		expect(output.map(({ start_date }) => Date.parse(String(start_date)))).toEqual(startsOf(first));
	});
});
