import { failureOf, host, nock, run } from './support';

const lists = ['appointment:getAll', 'webhook:getAll'] as const;
const asTool = { node: { type: 'n8n-nodes-appointment-scheduling.appointmentSchedulingTool' } };

function answerWith(body: object): void {
	nock(host).persist().get(/./).reply(200, body);
}

it.each(lists)('a list that may be incomplete has a hint (%s)', async (name) => {
	answerWith({ results: [{ id: 1 }], count: 3 });
	const { items, hints } = await run(name, { returnAll: true });
	expect(items).toHaveLength(1);
	expect(hints.map(({ message }) => message)).toEqual([
		'The service reported 3 entries but returned 1: some may be missing',
	]);
});

it.each(lists)('a list that may be incomplete is an error in a tool (%s)', async (name) => {
	answerWith({ results: [{ id: 1 }], count: 3 });
	expect(await failureOf(run(name, { limit: 50 }, asTool))).toMatchObject({
		message: 'The service reported 3 entries but returned 1: some may be missing',
	});
});

it('a tool returns a list that is as long as its limit', async () => {
	answerWith({ results: [{ id: 1 }], count: 3 });
	expect((await run('webhook:getAll', { limit: 1 }, asTool)).items).toHaveLength(1);
});
