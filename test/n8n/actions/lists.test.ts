import type { INodeParameters } from 'n8n-workflow';

import type { Dialect } from '../../stand-in';
import { runAction, type ActionResult } from '../harness';
import { useSharedN8n } from '../support/bench';
import { keysOf } from '../support/dialects';
import { activeTrigger, clearTriggers } from '../support/events';

// Every style: test/unit/service/lists; every filter: test/contract.
const bench = useSharedN8n({ dialect: { pageSize: 20 } });
let before: Dialect;
beforeAll(() => {
	before = { ...bench.service.dialect };
	bench.service.seed(65);
});
afterEach(() => bench.service.speak(before));
afterEach(clearTriggers);

const getAll = async (parameters: INodeParameters): Promise<ActionResult> =>
	await runAction(bench.n8n, {
		credentialId: bench.credentialId,
		parameters: { resource: 'appointment', operation: 'getAll', ...parameters },
	});
const hintsOf = ({ execution }: ActionResult): string[] =>
	Object.values(execution.data?.resultData.runData ?? {})
		.flat()
		.flatMap(({ hints = [] }) => hints.map(({ message }) => message));

// Links in the body, with brackets and slashes in the query, and in headers.
test.each<Partial<Dialect>>([
	{ pagination: 'jsonApi' },
	{ pagination: 'cursorAlone' },
	{ pagination: 'linkHeader' },
	{ pagination: 'contentRange' },
	{ pagination: 'pages', count: 'none', nextLink: 'otherHost' },
])('%j: Return All returns every appointment once, Limit the first ones', async (dialect) => {
	bench.service.speak(dialect);
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
});

test('several statuses and a limit: the first by start, whatever the order of the service', async () => {
	bench.service.speak({ order: 'latestFirst', pagination: 'pages' });
	const status = ['CONFIRMED', 'PENDING'];

	const { output, error } = await getAll({ returnAll: false, limit: 7, filters: { status } });

	const expected = bench.service.appointments.list().filter((one) => status.includes(one.status));
	expect(error).toBeUndefined();
	expect(output.map(({ start_date }) => Date.parse(String(start_date)))).toEqual(
		expected.map(({ start }) => start).slice(0, 7),
	);
});

test.each([
	['one is deleted', { count: 'none', deletions: 1 }],
	['many are booked', { count: 'exact', bookings: 99 }],
] as const)('no appointment is lost if %s while the list is read', async (_, dialect) => {
	bench.service.speak({ pagination: 'pages', ...dialect });
	const first = bench.service.dialect.deletions;
	const expected = keysOf(bench.service.matching({})).slice(first);

	const result = await getAll({ returnAll: true });

	expect(result.error).toBeUndefined();
	expect(keysOf(result.output)).toEqual(expect.arrayContaining(expected));
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

test('a list that counts more webhooks than it holds does not prevent publishing', async () => {
	bench.service.speak({ webhookList: 'paged', count: 'tooHigh' });

	const workflow = await activeTrigger(bench, { events: ['appointment.created'] });

	expect(bench.service.webhooks.list().map(({ url }) => url)).toEqual([workflow.url()]);
});
