import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { FILTERS, STATUSES, type Appointment, type Dialect } from '../../stand-in';
import { STYLES, type StyleName } from '../../stand-in/lists/pageStyles';
import { runAction, type ActionResult } from '../harness';
import { useSharedN8n } from '../support/bench';
import { filterNames, keysOf, locator, useDialect } from '../support/dialects';
import { activeTrigger, clearTriggers } from '../support/events';

const bench = useSharedN8n({ dialect: { pageSize: 20 } });
let before: Dialect;
beforeAll(() => {
	before = { ...bench.service.dialect };
	bench.service.seed(65);
});
afterEach(() => bench.service.speak(before));

const getAll = async (parameters: INodeParameters): Promise<ActionResult> =>
	await runAction(bench.n8n, {
		credentialId: bench.credentialId,
		parameters: { resource: 'appointment', operation: 'getAll', ...parameters },
	});
const hintsOf = ({ execution }: ActionResult): string[] =>
	Object.values(execution.data?.resultData.runData ?? {})
		.flat()
		.flatMap(({ hints = [] }) => hints.map(({ message }) => message));

test.each(Object.keys(STYLES) as StyleName[])(
	'pages in the style %s: Return All returns every appointment once, Limit the first ones',
	async (pagination) => {
		bench.service.speak({ pagination });
		const filters = { isCancelled: false };

		const [all, first] = await Promise.all([
			getAll({ returnAll: true }),
			getAll({ returnAll: false, limit: 25, filters }),
		]);

		expect([all.error, first.error]).toEqual([undefined, undefined]);
		expect(keysOf(all.output)).toEqual(keysOf(bench.service.matching({})));
		const matching = bench.service.matching({ is_cancelled: false });
		expect(keysOf(first.output)).toEqual(keysOf(matching).slice(0, 25));
		expect([...hintsOf(all), ...hintsOf(first)]).toEqual([]);
	},
);

test.each<Dialect['order']>(['start', 'latestFirst', 'booking', 'key'])(
	'several statuses and a limit: the first by start, in a service that lists by %s',
	async (order) => {
		bench.service.speak({ order, pagination: 'pages' });
		const statuses = ['CONFIRMED', 'PENDING'];

		const { output, error } = await getAll({
			returnAll: false,
			limit: 7,
			filters: { status: statuses },
		});

		const starts = bench.service.appointments
			.list()
			.filter(({ status }) => statuses.includes(status))
			.map(({ start }) => start);
		expect(error).toBeUndefined();
		expect(output.map(({ start_date }) => Date.parse(String(start_date)))).toEqual(
			starts.slice(0, 7),
		);
	},
);

test('links with the host behind a proxy are read, and not needed for a first page', async () => {
	bench.service.speak({ pagination: 'pages', count: 'none', nextLink: 'otherHost' });

	const [all, first] = await Promise.all([
		getAll({ returnAll: true }),
		getAll({ returnAll: false, limit: 1 }),
	]);

	expect([all.error, first.error]).toEqual([undefined, undefined]);
	expect(keysOf(all.output)).toEqual(keysOf(bench.service.matching({})));
	expect(first.output).toHaveLength(1);
});

test('an appointment that is deleted while the list is read costs no other one', async () => {
	bench.service.speak({ pagination: 'pages', count: 'none', deletions: 1 });

	const result = await getAll({ returnAll: true });

	expect(result.error).toBeUndefined();
	expect(keysOf(result.output)).toEqual(expect.arrayContaining(keysOf(bench.service.matching({}))));
	expect(hintsOf(result)).toEqual([]);
});

test('appointments that are booked while the list is read are no reason for a hint', async () => {
	bench.service.speak({ pagination: 'pages', count: 'exact', bookings: 99 });
	const before = keysOf(bench.service.matching({}));

	const result = await getAll({ returnAll: true });
	bench.service.speak({ bookings: 0 });

	expect(keysOf(result.output)).toEqual(expect.arrayContaining(before));
	expect(hintsOf(result)).toEqual([]);
});

test('a list that keeps changing, or is shorter than its count, says so in a hint', async () => {
	bench.service.speak({ pagination: 'pages', count: 'exact', deletions: 99 });
	expect(hintsOf(await getAll({ returnAll: true }))).toEqual([
		expect.stringContaining('The list kept changing'),
	]);

	bench.service.speak({ count: 'tooHigh', deletions: 0 });
	expect(hintsOf(await getAll({ returnAll: true }))).toEqual([
		expect.stringMatching(/^The service reported \d+ entries but returned \d+/),
	]);
});

test('a service that ignores the code is asked for its list once in a run', async () => {
	bench.service.speak({ pagination: 'pages', count: 'exact', searchCode: 'ignored' });
	const wanted = bench.service.appointments.list().slice(0, 20);
	const pages = Math.ceil(bench.service.appointments.size / 20);
	bench.service.requests.clear();

	const { output, error } = await runAction(bench.n8n, {
		credentialId: bench.credentialId,
		parameters: {
			...{ resource: 'appointment', operation: 'get' },
			appointment: { __rl: true, mode: 'code', value: '={{ $json.code }}' },
		},
		items: wanted.map(({ search_code }) => ({ code: search_code })),
	});

	expect(error).toBeUndefined();
	expect(keysOf(output)).toEqual(keysOf(wanted));
	// The list with its first page again, and each appointment.
	expect(bench.service.requests.total).toBe(pages + 1 + 20);
});

describe('webhooks', () => {
	afterEach(clearTriggers);

	test('a list that counts more webhooks than it holds does not prevent publishing', async () => {
		bench.service.speak({ webhookList: 'paged', count: 'tooHigh' });

		const workflow = await activeTrigger(bench, { events: ['appointment.created'] });

		expect(bench.service.webhooks.list().map(({ url }) => url)).toEqual([workflow.url()]);
	});
});

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

// Each filter alone, and every dialect: test/contract/filters.test.ts.
describe('filters', () => {
	const spoken = useDialect(bench, 'odd');
	beforeAll(() => void spoken.service.seed(300));

	const list = async (given: IDataObject) =>
		await spoken.run({
			resource: 'appointment',
			operation: 'getAll',
			returnAll: true,
			filters: given as never,
		});

	test('all 17 together', async () => {
		// Not canceled, with tags.
		const wanted = spoken.service.appointments.list()[140]!;
		const { output, error } = await list(filtersOf(wanted));

		expect(error).toBeUndefined();
		expect(keysOf(output)).toEqual([wanted.appointment_key]);
		expect(filterNames(spoken.service.requests.entries[0]!.query)).toEqual([...FILTERS].sort());
	});

	test('all eleven statuses: each asked for, merged by start without duplicates', async () => {
		const { service } = spoken;

		const { output, error } = await list({ status: [...STATUSES] });

		expect(error).toBeUndefined();
		expect(keysOf(output).sort()).toEqual(keysOf(service.appointments.list()).sort());
		const starts = output.map(({ start_date }) => Date.parse(String(start_date)));
		expect(starts).toEqual([...starts].sort((a, b) => a - b));
		const asked = service.requests
			.of('GET')
			.flatMap(({ query }) => new URLSearchParams(query).getAll('status'));
		expect(new Set(asked)).toEqual(new Set(STATUSES));
	});
});
