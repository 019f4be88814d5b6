import type { INodeParameters } from 'n8n-workflow';

import { callTool } from '../support/tool';
import { at, DAY, silva, start } from './clinic';
import { credentialsOf, failureOf, locator, run } from './support';

// Days, order and limit of the requests: test/unit/service/freeTimes.test.ts.
const onDay = { when: 'onDate', day: DAY };
const hours = { closes: '10:00', closed: ['2030-12-25'] };
beforeEach(async () => await start({}, hours));

async function free(given: INodeParameters = {}) {
	const parameters = { calendar: locator(silva), ...onDay, ...given };
	const credentials = credentialsOf(at);
	const { items, hints } = await run('appointment:getFreeTimes', parameters, { credentials });
	return {
		items,
		starts: items.map(({ json }) => String(json.start_date).slice(8, 16)),
		hints: hints.map(({ message }) => message),
	};
}
const queries = () =>
	at.requests.entries.map(({ query }) => Object.fromEntries(new URLSearchParams(query)));

it('are those that the service offers, as it sends them, with their calendar', async () => {
	at.seed(1, { start_date: `${DAY}T08:30:00`, calendar: { calendar_key: silva }, duration: 30 });
	const { items, starts } = await free();
	expect(starts).toEqual(['03T08:00', '03T09:00', '03T09:30']);
	const json = {
		start_date: `${DAY}T08:00:00-03:00`,
		end_date: `${DAY}T08:30:00-03:00`,
		vacancies_available: 1,
		calendar_key: silva,
	};
	expect(items[0]).toEqual({ json, pairedItem: { item: 0 } });
	expect(queries()).toEqual([{ calendar_key: silva, day: DAY, page_size: '100' }]);
});

it('of an appointment without services, whose list is empty, are those of its calendar', async () => {
	expect((await free({ serviceKeys: '={{ [] }}' })).starts).toHaveLength(4);
	expect(queries()).toEqual([{ calendar_key: silva, day: DAY, page_size: '100' }]);
});

describe('options hide some of them, and the limit counts those that are shown', () => {
	it.each<[INodeParameters, string[]]>([
		[{ opens: '08:30' }, ['03T08:30', '03T09:00']],
		[{ closes: '09:00' }, ['03T08:00', '03T08:30']],
		[{ opens: '8:15', closes: '9:15' }, ['03T08:30']],
		[{ opens: '09:30', closes: '00:00' }, ['03T09:30']],
		[{ closes: '24:00', opens: '09:30' }, ['03T09:30']],
		[{ opens: '12:00' }, []],
	])('%j', async (options, expected) => {
		const { starts, hints } = await free({ limit: 2, options });
		expect(starts).toEqual(expected);
		expect(hints).toEqual(
			expected.length > 0 ? [] : ['The options hide all free times of these days: 4'],
		);
	});
});

describe('days that Weekdays hides are not asked for', () => {
	const week = { when: 'between', from: DAY, to: '2030-12-09', returnAll: true };

	it.each<[INodeParameters[string], string[]]>([
		[
			[2, 7],
			[DAY, '2030-12-08'],
		],
		['={{ "1, 3" }}', ['2030-12-04', '2030-12-09']],
	])('%j', async (weekdays, days) => {
		const { starts, hints } = await free({ ...week, options: { weekdays } as INodeParameters });
		expect(queries().map(({ day }) => day)).toEqual(days);
		expect(starts).toHaveLength(8);
		expect(hints).toEqual([]);
	});

	it('which a hint says if nothing is found', async () => {
		const { items, hints } = await free({ options: { weekdays: [1] } });
		expect([items, hints]).toEqual([[], ["Days that 'Weekdays' hides were not asked for: 1"]]);
		expect(at.requests.total).toBe(0);
	});
});

describe('of times as the service may write them', () => {
	const utc = { start_date: `${DAY}T11:00:00Z`, end_date: `${DAY}T11:30:00Z` };
	const endless = { start_date: `${DAY}T10:00:00-03:00` };
	const late = { start_date: `${DAY}T23:30:00-03:00`, end_date: '2030-12-04T00:15:00-03:00' };

	it.each<[string, object, INodeParameters, isShown: boolean]>([
		['in UTC, within the hours of the account', utc, { opens: '08:00', closes: '08:30' }, true],
		['in UTC, before the hours of the account', utc, { opens: '08:30' }, false],
		['without a readable start', { start_date: 'soon' }, {}, true],
		[
			'without a readable start, if hours are asked for',
			{ start_date: 'soon' },
			{ opens: '00:00' },
			false,
		],
		['without an end, if it starts within the hours', endless, { closes: '10:00' }, true],
		['without an end, if it starts after them', endless, { closes: '09:59' }, false],
		['that ends on the next day', late, { opens: '08:00', weekdays: [2] }, true],
		['that ends on the next day, with Not After', late, { closes: '24:00' }, false],
	])('one %s: %j %j, shown: %p', async (_what, time, options, isShown) => {
		const body = { count: 1, results: [time] };
		at.faults.add({ action: { kind: 'respond', status: 200, body } });
		expect((await free({ options })).items).toHaveLength(isShown ? 1 : 0);
	});
});

it('31 days are read', async () => {
	await free({ when: 'between', from: '2030-12-01', to: '2030-12-31', returnAll: true });
	expect(at.requests.total).toBe(31);
});

it('a list that is shorter than its count says so', async () => {
	const results = [{ start_date: `${DAY}T08:00:00-03:00` }];
	at.faults.add({ action: { kind: 'respond', status: 200, body: { count: 2, results } } });
	const { hints } = await free();
	expect(hints).toEqual(['The service reported 2 entries but returned 1']);
});

describe('in a tool', () => {
	const ask = async (given: object = {}, parameters: INodeParameters = {}) =>
		await callTool(at, 'getFreeTimes', { Calendar: 'dr. silva', Day: DAY, ...given }, parameters);

	it('are what a client may book, with the day of the week, by names of calendar and service', async () => {
		const [{ key, name } = { key: '', name: '' }] = at.services.list();
		const { entries, note } = await ask({ Service: name.toUpperCase() }, { limit: 2 });
		expect(entries[0]).toMatchObject({ weekday: 'Tuesday', calendar_key: silva });
		expect(entries).toHaveLength(2);
		expect(note).toContain('These are the first 2. There are more.');
		expect(note).toContain(`Asked for starts from ${DAY}T00:00:00 to ${DAY}T23:59:59.`);
		expect(queries().at(-1)).toMatchObject({ action_new_appointment: 'client', service_keys: key });
	});

	it('a key that is no UUID is a key, also if another calendar has it as its name', async () => {
		at.calendars.add({ name: 'room-2' });
		at.calendars.add({ key: 'room-2', name: 'Room', opens: '08:00', closes: '10:00' });
		await ask({ Calendar: 'room-2' }).catch(() => undefined);
		expect(queries().at(-1)).toMatchObject({ calendar_key: 'room-2' });
	});

	it('are those that the user chose', async () => {
		await ask({}, { options: { offeredTo: 'new' } });
		expect(queries().at(-1)).toMatchObject({ action_new_appointment: 'new' });
	});

	it.each(['={{ $json.nowhere }}', '={{ [] }}'])(
		'services that the user binds to %s are refused, because all services would be shown',
		async (serviceKeys) => {
			const failing = ask({}, { serviceKeys });
			expect((await failureOf(failing)).message).toContain("'Service Names or IDs': ");
			expect(at.requests.total).toBe(0);
		},
	);

	it('those that the options hide are not said to be none', async () => {
		const { note } = await ask({}, { options: { opens: '12:00' } });
		expect(note).toContain('The options hide all free times of these days: 4.');
		expect(note).not.toContain('offers no free time');
	});

	it('are those of the next 7 days if the model gives none', async () => {
		expect((await ask({ Day: '' })).note).toMatch(/starts from (\S+)T00:00.* now \w+ \1T/);
		expect(at.requests.of('GET', /available/)).toHaveLength(7);
	});

	it('none says so', async () => {
		expect((await ask({ Day: '2030-12-25' })).note).toContain(
			'The service offers no free time on these days.',
		);
	});
});
