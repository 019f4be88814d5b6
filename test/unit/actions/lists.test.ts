import { asTool, failureOf, host, nock, run } from './support';

const lists = ['appointment:getAll', 'webhook:getAll'] as const;
const incomplete = { results: [{ id: 1 }], count: 3 };
const message = 'The service reported 3 entries but returned 1: some may be missing';

function answerWith(body: object): void {
	nock(host).persist().get(/./).reply(200, body);
}

it.each(lists)('a list that may be incomplete has a hint (%s)', async (name) => {
	answerWith(incomplete);
	const { items, hints } = await run(name, { returnAll: true });
	expect(items).toHaveLength(1);
	expect(hints).toEqual([expect.objectContaining({ message })]);
});

it.each(lists)('a list that may be incomplete is an error in a tool (%s)', async (name) => {
	answerWith(incomplete);
	expect(await failureOf(run(name, { limit: 50 }, asTool))).toMatchObject({ message });
});

it('a tool returns a list that is as long as its limit', async () => {
	answerWith(incomplete);
	expect((await run('webhook:getAll', { limit: 1 }, asTool)).items).toHaveLength(1);
});

it.each([
	['50 entries', {}, {}, 50],
	['as many as Limit', { limit: 70 }, {}, 70],
	['all entries with Return All', { returnAll: true, limit: 7 }, {}, 120],
	['100 entries at most in a tool', { limit: 5000 }, asTool, 100],
	['as many as Limit in a tool', { limit: 7 }, asTool, 7],
])('Get Many returns %s', async (_what, parameters, options, expected) => {
	answerWith({
		results: Array.from({ length: 120 }, (_, index) => ({ appointment_key: `k${index}` })),
	});
	expect((await run('appointment:getAll', parameters, options)).items).toHaveLength(expected);
});
