import type { INodeParameters } from 'n8n-workflow';

import type { Dialect } from '../../stand-in';
import { runAction, type ActionResult } from '../harness';
import { useSharedN8n } from '../support/bench';
import { keysOf, locator } from '../support/actions';

// Every style, lists that change or are incomplete: test/unit/service/lists; every filter: test/contract.
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
	expect([...all.hints, ...first.hints]).toEqual([]);
});

test('a list that is shorter than its count has a hint', async () => {
	bench.service.speak({ pagination: 'pages', count: 'tooHigh' });
	expect((await getAll({ returnAll: true })).hints).toEqual([
		expect.stringMatching(/^The service reported \d+ entries but returned \d+/),
	]);
});

test.each<Dialect['beside']>([
	{ fields: { paginator: { info: { recordCount: 65 } } } },
	{ fields: { list_info: { truncated: true } } },
	{ headers: { total: '65', 'per-page': '20' } },
])('the first page alone is never silent, wherever the service says so: %j', async (beside) => {
	bench.service.speak({ pagination: 'none', isCapped: true, beside });
	const { output, hints } = await getAll({ returnAll: true });
	expect(output).toHaveLength(20);
	expect(hints).toEqual([
		expect.stringMatching(/reported 65 entries but returned 20|may have more entries.*truncated/),
	]);
});

test('with nothing beside a list of 20, Check Slot refuses it, and Get Many shows it', async () => {
	bench.service.speak({ pagination: 'none', isCapped: true });
	const [appointment] = bench.service.matching({});
	const { calendar, appointment_key } = appointment!;
	bench.service.seed(20, { calendar, start_date: '2027-03-01T10:00:00' });
	const all = await getAll({ returnAll: true });
	const moved = await runAction(bench.n8n, {
		credentialId: bench.credentialId,
		parameters: {
			...{ resource: 'appointment', operation: 'reschedule' },
			appointment: locator(appointment_key),
			...{ startDate: '2027-03-01T12:00:00', options: { checkSlot: true } },
		},
	});
	expect([all.hints, all.error, all.output.length]).toEqual([[], undefined, 20]);
	expect(moved.error?.message).toContain('exactly 20 entries');
	expect(bench.service.requests.of('PATCH', /reschedule/)).toEqual([]);
});
