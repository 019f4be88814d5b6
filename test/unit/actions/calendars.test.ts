import { AppointmentScheduling } from '../../../nodes/AppointmentScheduling/AppointmentScheduling.node';
import { credentialOf, type Service } from '../../stand-in';
import { executeNode, listSearch } from '../support';
import { failureOf } from '../support/failure';
import { service } from '../support/service';

const NOW = '2030-05-15T12:00:00Z';
/** A day counted from today. */
const day = (days: number) =>
	`${new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10)}T10:00:00`;
const named = (name: string) => ({ calendar_key: `key-of-${name}`, name });

let scheduling: Service;
beforeEach(async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(NOW));
	scheduling = await service({ dialect: { pageSize: 100 } });
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
