import type { IDataObject } from 'n8n-workflow';
import { FILTERS, STATUSES, type Appointment } from '../../stand-in';
import { useBench } from '../support/bench';
import { filterNames, keysOf, locator, useDialect } from '../support/dialects';

/** The node's filters that narrow a list to this appointment. */
const filtersOf = (of: Appointment): IDataObject => ({
	calendar: locator(of.calendar.calendar_key),
	clientKey: of.client_key,
	personKey: of.person.person_key,
	status: [of.status],
	startDate: of.wall,
	endDate: of.wall,
	email: of.person.email,
	phone: of.phone,
	name: of.person.full_name,
	identificationCode: of.identification_code,
	externalId: of.external_id,
	searchCode: of.search_code,
	isCancelled: false,
	serviceKeys: of.service_keys.join(', '),
	tagKeys: of.tag_keys.join(),
	ownerUser: of.owner_user,
	createdAt: of.created_at,
});

const bench = useBench();

// Each filter alone, and every dialect: test/contract/filters.test.ts.
describe('filters', () => {
	const spoken = useDialect(bench, 'odd');
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

	test('all 17 together', async () => {
		const { output, error } = await list(filtersOf(wanted()));

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
