import { asTool, host, nock, run } from './support';

const lists = ['appointment:getAll', 'webhook:getAll'] as const;
const incomplete = { results: [{ id: 1 }], count: 3 };
const message = 'The service reported 3 entries but returned 1: some may be missing (count: 3)';

const many = (length: number) => ({
	results: Array.from({ length }, (_, index) => ({ appointment_key: `k${index}` })),
});

function answerWith(body: object): void {
	nock(host).persist().get(/./).reply(200, body);
}

it.each(lists)(
	'a list that may be incomplete says so to people and to a model (%s)',
	async (name) => {
		answerWith(incomplete);
		const { hints } = await run(name, { returnAll: true });
		expect(hints).toEqual([expect.objectContaining({ message })]);
		const asked = await run(name, { limit: 50 }, asTool);
		expect(asked.items.at(-1)?.json.note).toContain(message);
		expect(asked.hints).toEqual([]);
	},
);

// What else it says then: toolAnswers.test.ts.
it.each([
	[120, 7, 7],
	[120, 5000, 100],
])('a tool returns of %i entries, with a limit of %i, %i', async (length, limit, expected) => {
	answerWith(many(length));
	const { items } = await run('appointment:getAll', { limit }, asTool);
	expect(items.filter(({ json }) => 'appointment_key' in json)).toHaveLength(expected);
	expect(items.at(-1)?.json.note).toContain(`These are the first ${expected}. There are more.`);
});

describe('at any time, a list as long as Limit', () => {
	const starts = ['2030-06-05T22:30:00Z', '2029-01-02', 'soon'];
	const results = starts.map((start_date, index) => ({ appointment_key: `k${index}`, start_date }));
	const hintsOf = async (more: object) => {
		answerWith({ results });
		const { hints } = await run('appointment:getAll', { limit: 3, ...more });
		return hints.map(({ message }) => message);
	};

	it('says which days of the service it covers', async () => {
		expect(await hintsOf({})).toEqual([
			"These appointments start from 2029-01-02 to 2030-06-06. There may be more: choose days, or raise 'Limit'",
		]);
	});

	it.each([{ limit: 4 }, { returnAll: true }])('but not with %j', async (more) => {
		expect(await hintsOf(more)).toEqual([]);
	});
});

describe('with When, the list', () => {
	const day = (number: number) => `2030-06-0${number}T10:00:00+02:00`;
	const given = { when: 'between', from: '2030-06-01', to: '2030-06-07' };

	it('is in order of start, and Limit keeps the earliest', async () => {
		const results = [5, 2, 7, 1].map((number) => ({
			appointment_key: `k${number}`,
			start_date: day(number),
		}));
		const next = `${host}/api/v3/appointments/?page=2`;
		nock(host)
			.persist()
			.get(/./)
			.reply((uri) => [
				200,
				uri.includes('page=2')
					? { count: 4, results: results.slice(2) }
					: { count: 4, next, results: results.slice(0, 2) },
			]);
		const keys = async (more: object) =>
			(await run('appointment:getAll', { ...given, ...more })).items.map(
				({ json }) => json.appointment_key,
			);
		expect(await keys({ limit: 2 })).toEqual(['k1', 'k2']);
		expect(await keys({ returnAll: true })).toEqual(['k1', 'k2', 'k5', 'k7']);
	});
});
