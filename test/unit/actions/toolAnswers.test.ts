import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service } from '../../stand-in';
import { failureOf } from '../support/failure';
import { service } from '../support/service';
import { callTool } from '../support/tool';

/** A Wednesday, half past midnight in Madrid. */
const NOW = Date.parse('2030-05-14T22:30:00Z');

let scheduling: Service;
beforeEach(async () => {
	jest.spyOn(Date, 'now').mockReturnValue(NOW);
	scheduling = await service({ zone: 'Europe/Madrid' });
});
afterEach(() => jest.restoreAllMocks());

const book = (start_date: string, full_name = 'Ana') =>
	scheduling.seed(1, { status: 'CONFIRMED', start_date, person: { full_name } })[0]!;

const listed = async (given: IDataObject, parameters?: INodeParameters) =>
	await callTool(scheduling, 'getAll', given, parameters);

describe('the days of a list', () => {
	const asked = async (given: IDataObject, parameters?: INodeParameters) => {
		const { note } = await listed(given, parameters);
		const [, from, to] = /from (\S+)T00:00:00 to (\S+)T23:59:59/.exec(note) ?? [];
		return from === to ? from : `${from} to ${to}`;
	};

	it.each<[string, IDataObject, string]>([
		['a day alone', { Day: '2030-06-03' }, '2030-06-03'],
		['a span alone', { When: 'nextWeek' }, '2030-05-20 to 2030-05-26'],
		['a span in words', { When: 'Next week' }, '2030-05-20 to 2030-05-26'],
		['blanks', { When: '', Day: ' ', From: '2030-06-03', To: '2030-06-03' }, '2030-06-03'],
		[
			'every field filled',
			{ When: 'next30Days', Day: '2030-05-16', From: '2030-05-15', To: '2030-05-20' },
			'2030-05-16',
		],
		['a day that is called a span', { When: 'between', Day: '2030-06-03' }, '2030-06-03'],
		['a day of any time', { When: 'anyTime', Day: '2030-06-03' }, '2030-06-03'],
	])('are the narrowest of %s', async (_what, given, expected) => {
		expect(await asked(given)).toBe(expected);
	});

	it('stay within those that the user chose', async () => {
		expect(await asked({ Day: '2030-06-03' }, { when: 'today' })).toBe('2030-05-15');
	});

	it.each<[IDataObject, RegExp]>([
		[
			{ When: 'next7Days', Day: '2030-06-03' },
			/'When': .*2030-05-15 to 2030-05-21, and 2030-06-03/,
		],
		[{ Day: '2030-06-01', From: '2030-06-03', To: '2030-06-05' }, /exclude each other/],
		[{ From: '2030-06-03' }, /'To': the date is empty/],
		[{ When: 'next month' }, /'When': "next month" is not a valid choice/],
		[{ Day: 'tomorrow' }, /'Day': "tomorrow" is not a date/],
	])('are refused if they are %j', async (given, message) => {
		expect((await failureOf(listed(given))).message).toMatch(message);
		expect(scheduling.requests.total).toBe(0);
	});
});

it('a calendar that a model left blank is not given', async () => {
	book('2030-05-16T10:00:00');
	const value = "={{ $fromAI('Calendar', '', 'string') }}";
	const filters = { calendar: { __rl: true, mode: 'key', value } };
	const { entries, note } = await listed({ Calendar: '' }, { filters });
	expect(entries).toHaveLength(1);
	expect(note).toContain('calendar: none given');
});

it('a calendar and services that a model names are filters by key', async () => {
	const calendar = scheduling.calendars.list()[0]!;
	const [first, second] = scheduling.services.list();
	const ofModel = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
	const filters = {
		calendar: { __rl: true, mode: 'key', value: ofModel('Calendar') },
		serviceKeys: ofModel('Services'),
	};
	const given = {
		Calendar: calendar.name.toUpperCase(),
		Services: `${first!.name}, ${second!.name}`,
	};
	const { note } = await listed(given, { filters });
	expect(note).toContain(
		`calendar key: ${calendar.key}. service keys: ${first!.key},${second!.key}.`,
	);
});

describe('a name', () => {
	it.each([' ', '\n', null, [], 'null', 'None', 'N/A', ' undefined '])(
		'is not given if a model says %j',
		async (Name) => {
			book('2030-05-16T10:00:00', 'Ana');
			expect((await listed({ Name } as IDataObject)).entries).toHaveLength(1);
		},
	);

	it.each([
		{ first: 'Ana' },
		{},
		{ value: '' },
		{ __rl: true, mode: 'key', value: '' },
		['Ana', 'Ben'],
		[''],
		[[]],
	])('is refused by name if it is %j, because the others would be listed, too', async (Name) => {
		const { message } = await failureOf(listed({ Name } as IDataObject));
		expect(message).toContain("'Name': ");
		expect(scheduling.requests.total).toBe(0);
	});

	it('alone means from today on, unless the model asks for any time', async () => {
		for (const day of [14, 15, 16]) book(`2030-05-${day}T00:10:00`);
		const starts = async (given: IDataObject) => {
			const { entries, note } = await listed({ Name: 'Ana', ...given });
			return [entries.map(({ start_date }) => String(start_date).slice(8, 10)), note];
		};
		const [coming, note] = await starts({});
		expect(coming).toEqual(['15', '16']);
		expect(note).toContain('A name without days means from today on.');
		expect(note).toContain('Asked for starts from 2030-05-15T00:00:00.');
		expect((await starts({ When: 'anyTime' }))[0]).toEqual(['14', '15', '16']);
		expect((await starts({ Day: '2030-05-14' }))[0]).toEqual(['14']);
	});

	it.each(['={{ $json.missing }}', '=', '={{ "null" }}', '={{ " N/A " }}', 'undefined', ''])(
		'that the user binds is refused if it is %s, because that would list everybody',
		async (name) => {
			const filters = { name, email: "={{ $fromAI('Email', '', 'string', '') }}" };
			const { message } = await failureOf(listed({ Email: 'null' }, { filters }));
			expect(message).toMatch(/^'Name': /);
			expect(message).toMatch(/Only they can correct it\.$/);
			expect(scheduling.requests.total).toBe(0);
		},
	);

	it('or an email that contains such a word is a value', async () => {
		book('2030-05-16T10:00:00', 'Nonette Nullman');
		expect((await listed({ Name: 'None' })).entries).toHaveLength(1);
		expect((await listed({ Name: 'Nonette' })).entries).toHaveLength(1);
	});
});

it.each([
	['when', '={{ $json.missing }}', /^'When': /],
	['day', '={{ $json.missing }}', /^'Day': /],
	['from', '={{ "" }}', /^'From': /],
])('days that the user binds are refused if %s is %s', async (name, value, words) => {
	const when = name === 'day' ? 'onDate' : 'between';
	const given = { when, ...(name === 'from' && { to: '2030-05-16' }), [name]: value };
	expect((await failureOf(listed({}, given))).message).toMatch(words);
	expect(scheduling.requests.total).toBe(0);
});

it('an empty list says which days it asked for, the moment and the zone', async () => {
	expect(await listed({ Day: '2030-06-03' })).toEqual({
		entries: [],
		note: 'No appointment found. Asked for starts from 2030-06-03T00:00:00 to 2030-06-03T23:59:59. client: none given. It is now Wednesday 2030-05-15T00:30:00+02:00 in Europe/Madrid.',
	});
	expect((await listed({})).note).toContain('Asked for starts at any time.');
});

it('the note repeats every filter as it was understood', async () => {
	const calendar = 'f0f0f0f0-1111-4111-8111-111111111111';
	const filters = {
		status: ['PENDING', 'NO_SHOW'],
		email: '={{ $fromAI("Email", "", "string", "") }}',
		calendar: { __rl: true, mode: 'key', value: calendar },
		isCancelled: true,
		externalId: 'crm-1',
		name: 'Ana',
		createdAt: '2030-01-01T00:00:00Z',
	};
	const { note } = await listed({ When: 'anyTime' }, { filters } as INodeParameters);
	expect(note).toContain('starts at any time. ');
	expect(note.split('. ').slice(-8, -1)).toEqual([
		'client: Ana',
		'email: none given',
		'status: PENDING or NO_SHOW',
		`calendar key: ${calendar}`,
		'created at: 2030-01-01T01:00:00',
		'external id: crm-1',
		'is cancelled: true',
	]);
});
