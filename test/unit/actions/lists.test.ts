import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ServiceOptions } from '../../stand-in';
import { service } from '../support/service';
import { asTool, credentialsOf, host, nock, run } from './support';

const lists = [
	'appointment:getAll',
	'calendar:getAll',
	'service:getAll',
	'webhook:getAll',
] as const;
const message = 'The service reported 3 entries but returned 1';

const many = (length: number) => ({
	results: Array.from({ length }, (_, index) => ({ appointment_key: `k${index}` })),
});
const answerWith = (body: object) => void nock(host).persist().get(/./).reply(200, body);

it.each(lists)('a list that may be incomplete says so to people (%s)', async (name) => {
	answerWith({
		results: [{ appointment_key: 'k', calendar_key: 'c', service_key: 's' }],
		count: 3,
	});
	const { hints } = await run(name, { returnAll: true });
	expect(hints).toEqual([expect.objectContaining({ message })]);
	if (name === 'webhook:getAll') return;
	const asked = await run(name, { limit: 50 }, asTool);
	expect(asked.items.at(-1)?.json.note).toContain(message);
	expect(asked.hints).toEqual([]);
});

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
	const starts = ['2030-06-05T22:30:00Z', '2029-01-02T00:00:00', 'soon'];
	const results = starts.map((start_date, index) => ({ appointment_key: `k${index}`, start_date }));
	const hintsOf = async (more: object) => {
		answerWith({ results });
		const { hints } = await run('appointment:getAll', { limit: 3, ...more });
		return hints.map(({ message }) => message);
	};

	it('says which days of the account it covers', async () => {
		expect(await hintsOf({})).toEqual([
			"These appointments start from 2029-01-02 to 2030-06-06. Choose days in 'When' to see others",
		]);
	});

	it.each([{ limit: 4 }, { returnAll: true }])('but not with %j', async (more) => {
		expect(await hintsOf(more)).toEqual([]);
	});
});

it('what has no key is passed through, and a hint says so', async () => {
	answerWith({
		results: [{ appointment_key: 'k' }, { status: 'PENDING' }, { appointment_key: '' }],
	});
	const { items, hints } = await run('appointment:getAll');
	expect(items.map(({ json }) => json)).toEqual([
		{ appointment_key: 'k' },
		{ status: 'PENDING' },
		{ appointment_key: '' },
	]);
	expect(hints.map((hint) => hint.message)).toEqual([
		'Entries without an appointment_key are passed through as they came: 2',
	]);
});

describe.each(['samples', 'document', 'mixed'] as const)('of the stand-in (%s)', (shape) => {
	const start = async (options: ServiceOptions = {}) => await service({ shape, ...options });
	const list = async (at: Awaited<ReturnType<typeof start>>, given: INodeParameters) => {
		const { items, hints } = await run('appointment:getAll', given, {
			credentials: credentialsOf(at),
		});
		return {
			keys: items.map(({ json }) => json.appointment_key),
			found: items.map(({ json }) => json as IDataObject),
			hints: hints.map((hint) => hint.message),
		};
	};

	it('with When, the list is in order of start, and Limit keeps the earliest', async () => {
		const at = await start({ order: 'latestFirst', pageSize: 2, maxPageSize: 2 });
		const days = [5, 2, 7, 1].map((day) => `2030-06-0${day}T10:00:00`);
		at.seed(4, (index) => ({ start_date: days[index] }));
		const given = { when: 'between', from: '2030-06-01', to: '2030-06-07' };
		const all = [...at.appointments.list()].map(({ appointment_key }) => appointment_key);
		expect((await list(at, { ...given, limit: 2 })).keys).toEqual(all.slice(0, 2));
		expect((await list(at, { ...given, returnAll: true })).keys).toEqual(all);
	});

	it('several statuses are several lists, in order of start', async () => {
		const at = await start();
		const statuses = ['PENDING', 'CONFIRMED', 'NO_SHOW'] as const;
		at.seed(9, (index) => ({
			status: statuses[index % 3],
			start_date: `2030-06-0${9 - index}T10:00:00`,
		}));
		const { found } = await list(at, { filters: { status: ['PENDING', 'NO_SHOW'] } });
		expect(found).toHaveLength(6);
		expect(found.every(({ status }) => status !== 'CONFIRMED')).toBe(true);
		expect(at.requests.entries.map(({ query }) => /status=(\w+)/.exec(query)?.[1]).sort()).toEqual([
			'NO_SHOW',
			'PENDING',
		]);
	});

	it('the filter Phone is sent plain, and a hint says how the service compares it', async () => {
		const at = await start();
		const { person } = at.seed(1, { person: { phone: '+5511999990000' } })[0]!;
		const filtered = async (phone: string) => await list(at, { filters: { phone } });
		expect(person.phone).toBe('+5511999990000');
		expect((await filtered('+55 (11) 99999-0000')).keys).toHaveLength(1);
		const { keys, hints } = await filtered('11 99999.0000');
		expect(keys).toEqual([]);
		expect(hints).toEqual([
			"Nothing was found with the filter 'Phone'. The service compares it in its own way: write it as the service shows it",
		]);
	});
});
