import type { INodeParameters } from 'n8n-workflow';
import { host, locator, nock, run } from '../actions/support';
import {
	statusOptions,
	trueOrFalse,
	wholeNumber,
} from '../../../nodes/AppointmentScheduling/parameters/values';
import { STATUSES } from '../../stand-in';

/** The queries of the lists, decoded, in their order. */
async function asked(parameters: INodeParameters): Promise<string[]> {
	const queries: string[] = [];
	nock(host)
		.persist()
		.get('/api/v3/appointments/')
		.query(true)
		.reply((uri) => {
			queries.push(decodeURIComponent(uri.split('?').slice(1).join('?')));
			return [200, { results: [] }];
		});
	await run('appointment:getAll', parameters, { credentials: { timezone: 'Europe/Madrid' } });
	return queries;
}

// Each filter as the service means it: test/contract/filters.test.ts.
it.each<[INodeParameters, string]>([
	[{ calendar: locator('c', 'list') }, 'calendar_key=c'],
	[{ calendar: 'c' }, 'calendar_key=c'],
	[
		{ startDate: "={{ DateTime.fromISO('2026-05-01T10:00:00Z') }}" },
		'start_date=2026-05-01T12:00:00',
	],
	[
		{ startDate: '2026-05-01T10:00:00', endDate: '2026-05-01T10:00:00' },
		'end_date=2026-05-01T10:00:00&start_date=2026-05-01T10:00:00',
	],
	[{ phone: '={{ 34600 }}' }, 'phone=34600'],
	[{ externalId: '={{ false }}' }, 'external_id=false'],
	[{ searchCode: ' AP-1\n' }, 'search_code=AP-1'],
	[{ name: "Siobhán O'Connor & Co" }, "name=Siobhán O'Connor & Co"],
])('the filter %j sends %s', async (filters, query) => {
	expect(await asked({ filters })).toEqual([query]);
});

it.each([
	[{ when: 'between', from: '0001-01-01', to: '9999-12-31' }],
	[{ filters: { onDate: '9999-12-31' } }],
])('a year that stands for no end, as in %j, is asked for as a date', async (parameters) => {
	const sent = /^start_date=\d{4}-\d\d-\d\dT\d\d:00:00&end_date=9999-12-31T12:00:00$/;
	expect(await asked(parameters)).toEqual([expect.stringMatching(sent)]);
});

it.each(['NO_SHOW', 'no-show', ' No Show'])('the status %j is NO_SHOW', async (status) => {
	expect(await asked({ filters: { status } })).toEqual(['status=NO_SHOW']);
});

it('filters combine, and each status takes a request', async () => {
	const status = ['PENDING', 'NO_SHOW', 'PENDING'];
	const filters = { status, startDate: '2026-05-01', endDate: '2026-05-01', email: 'a@b.c' };
	const rest = 'email=a@b.c&end_date=2026-05-01T23:59:59&start_date=2026-05-01T00:00:00';
	expect(await asked({ filters })).toEqual([`${rest}&status=PENDING`, `${rest}&status=NO_SHOW`]);
});

// Messages of every field: test/unit/actions/refusals.test.ts.
it('the editor offers every status', () => {
	expect(statusOptions.map(({ value }) => value).sort()).toEqual([...STATUSES].sort());
});

it('numbers and booleans may be text, as expressions return them', () => {
	expect(['7', ' 7 ', 7].map((value) => wholeNumber(value, 'Limit', 1))).toEqual([7, 7, 7]);
	expect([true, 'False'].map((flag) => trueOrFalse(flag, 'Check Slot'))).toEqual([true, false]);
	for (const other of [0, '', ' ', 'x', Infinity, null, [1]]) {
		expect(() => wholeNumber(other, 'Limit', 1)).toThrow(/^'Limit': .*at least 1$/);
		expect(() => trueOrFalse(other, 'Check Slot')).toThrow(/^'Check Slot': .*nor false$/);
	}
});
