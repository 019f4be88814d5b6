import { asTool, host, nock, run, failureOf, locator } from './support';
import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { credentialOf, type Service, type ServiceOptions } from '../../stand-in';
import { executeNode, listSearch } from '../support';
import { service } from '../support/service';

describe('Get Many', () => {
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
		const results = starts.map((start_date, index) => ({
			appointment_key: `k${index}`,
			start_date,
		}));
		const hintsOf = async (more: object) => {
			answerWith({ results });
			const { hints } = await run('appointment:getAll', { limit: 3, ...more });
			return hints.map(({ message }) => message);
		};

		it('says which days of the service it covers', async () => {
			expect(await hintsOf({})).toEqual([
				"These appointments start from 2029-01-02 to 2030-06-06. Choose days in 'When' to see others",
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
});

describe('calendars', () => {
	const NOW = '2030-05-15T12:00:00Z';
	/** A day counted from today. */
	const day = (days: number) =>
		`${new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10)}T10:00:00`;
	const named = (name: string) => ({ calendar_key: `key-of-${name}`, name });

	let scheduling: Service;
	beforeEach(async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NOW));
		scheduling = await service({ dialect: { pageSize: 100 } });
		nock.enableNetConnect('127.0.0.1');
	});
	afterEach(() => jest.restoreAllMocks());

	const book = (name: string, days: number, count = 1) =>
		scheduling.seed(count, { start_date: day(days), calendar: named(name) });

	async function getAll(parameters: object) {
		const { items, hints } = await executeNode(AppointmentScheduling, {
			parameters: { resource: 'calendar', operation: 'getAll', ...parameters },
			credentials: credentialOf(scheduling),
		});
		return { found: items.map(({ json }) => json), hints: hints.map(({ message }) => message) };
	}

	const pick = async (filter?: string) =>
		await listSearch(AppointmentScheduling, 'searchCalendars', {
			filter,
			credentials: credentialOf(scheduling),
		});

	it('lists the calendars of the last 30 days and of the future, each once, by name', async () => {
		const days = { D: -31, Soon: 1, Édith: 60, Far: 2000, Recent: -29, Border: 14 };
		for (const [name, inDays] of Object.entries(days)) book(name, inDays);
		book('Soon', 3);
		const { found, hints } = await getAll({ returnAll: true });
		const expected = ['Border', 'Édith', 'Far', 'Recent', 'Soon'].map(named);
		expect(found).toEqual(expected);
		expect(hints).toEqual([]);
		expect((await getAll({ limit: 2 })).found).toEqual(expected.slice(0, 2));
		expect((await pick()).results).toEqual(
			expected.map(({ calendar_key, name }) => ({ name, value: calendar_key })),
		);
	});

	it('shows the key of a calendar without a name', async () => {
		scheduling.seed(1, { start_date: day(1), calendar: { calendar_key: 'k', name: '' } });
		scheduling.faults.add({
			action: {
				kind: 'respond',
				status: 200,
				body: {
					results: [{ appointment_key: 'a', calendar: { calendar_key: 'k' } }, { calendar: null }],
				},
			},
		});
		expect((await getAll({})).found).toEqual([{ calendar_key: 'k', name: null }]);
		expect((await pick()).results).toEqual([{ name: 'k', value: 'k' }]);
	});

	describe('with more than 1,000 appointments', () => {
		beforeEach(() => {
			book('Past', -3, 1100);
			book('Busy', 2, 1000);
			book('Next', 100, 30);
		});

		it('Limit and the list in the editor start with today, and Limit says what may be missing', async () => {
			const { found, hints } = await getAll({ limit: 5 });
			expect(found).toEqual(['Busy', 'Past'].map(named));
			expect(hints).toEqual([expect.stringMatching(/first 1000 appointments .* may be missing/)]);
			expect((await pick('búsy')).results).toEqual([{ name: 'Busy', value: 'key-of-Busy' }]);
		});

		it('the list in the editor never says that nothing was found', async () => {
			const failure = await failureOf(pick('Next'));
			expect(failure.message).toMatch(/'Calendar': nothing was found.* may be missing/);
			expect(failure.description).toContain('By Key');
		});
	});

	it('a search without a match finds nothing if all calendars are known', async () => {
		book('Dentistry', 1);
		expect((await pick('Optics')).results).toEqual([]);
		expect((await pick('key-of-DENT')).results).toHaveLength(1);
	});
});

describe('Check Slot', () => {
	const HOUR = 3_600_000;
	const calendar = { calendar_key: '0f0f0f0f-1111-4111-8111-111111111111', name: 'Dentistry' };
	const begin = Date.parse('2030-05-01T06:00:00Z');
	const startAt = (index: number) => new Date(begin + index * HOUR).toISOString();

	beforeEach(() => nock.enableNetConnect('127.0.0.1'));

	it.each<[string, ServiceOptions['dialect']]>([
		['15 a page', { pagination: 'bare', pageSize: 15 }],
		['24 a page', { pagination: 'bare', pageSize: 24 }],
		['37 a page, counted from 0', { pagination: 'bareFromZero', pageSize: 37 }],
		['24 a page, by position', { pagination: 'bareOffset', pageSize: 24 }],
		['all on one page of a usual length', 'plain'],
	])(
		'Check Slot refuses a time that is booked on any page of a list with nothing beside it, %s',
		async (_how, dialect) => {
			const at = await service({ dialect });
			// One an hour.
			at.seed(60, (index) => ({ calendar, status: 'CONFIRMED', start_date: startAt(index) }));
			const appointment = locator(at.appointments.list('start')[0]!.appointment_key);
			for (const index of [20, 40, 59]) {
				const move = { appointment, startDate: startAt(index), options: { checkSlot: true } };
				const moving = run('appointment:reschedule', move, { credentials: credentialOf(at) });
				expect((await failureOf(moving)).message).toContain('taken');
			}
			expect(at.requests.of('PATCH')).toHaveLength(0);
		},
	);
});
