import type { INodeParameters } from 'n8n-workflow';

import type { Dialect } from '../../stand-in';
import { STYLES, type StyleName } from '../../stand-in/lists/pageStyles';
import { runAction, type ActionResult } from '../harness';
import { useSharedN8n } from '../support/bench';
import { keysOf } from '../support/dialects';
import { activeTrigger, clearTriggers } from '../support/events';

// Filters: test/contract/filters.test.ts.
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

test('links with an internal host are followed at the address of the list', async () => {
	bench.service.speak({ pagination: 'pages', count: 'none', nextLink: 'otherHost' });

	const [all, first] = await Promise.all([
		getAll({ returnAll: true }),
		getAll({ returnAll: false, limit: 1 }),
	]);

	expect([all.error, first.error]).toEqual([undefined, undefined]);
	expect(keysOf(all.output)).toEqual(keysOf(bench.service.matching({})));
	expect(first.output).toHaveLength(1);
});

test('no appointment is lost if another one is deleted while the list is read', async () => {
	bench.service.speak({ pagination: 'pages', count: 'none', deletions: 1 });

	const result = await getAll({ returnAll: true });

	expect(result.error).toBeUndefined();
	expect(keysOf(result.output)).toEqual(expect.arrayContaining(keysOf(bench.service.matching({}))));
	expect(hintsOf(result)).toEqual([]);
});

test('appointments that are booked while the list is read cause no hint', async () => {
	bench.service.speak({ pagination: 'pages', count: 'exact', bookings: 99 });
	const before = keysOf(bench.service.matching({}));

	const result = await getAll({ returnAll: true });
	bench.service.speak({ bookings: 0 });

	expect(keysOf(result.output)).toEqual(expect.arrayContaining(before));
	expect(hintsOf(result)).toEqual([]);
});

test('a list that keeps changing, or is shorter than its count, has a hint', async () => {
	bench.service.speak({ pagination: 'pages', count: 'exact', deletions: 99 });
	expect(hintsOf(await getAll({ returnAll: true }))).toEqual([
		expect.stringContaining('The list kept changing'),
	]);

	bench.service.speak({ count: 'tooHigh', deletions: 0 });
	expect(hintsOf(await getAll({ returnAll: true }))).toEqual([
		expect.stringMatching(/^The service reported \d+ entries but returned \d+/),
	]);
});

test('the list is read once in a run if the service ignores the code', async () => {
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
