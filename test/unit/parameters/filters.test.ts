import type { INodeParameters } from 'n8n-workflow';

import { host, locator, nock, run } from '../actions/support';

/** Noon in Madrid, an hour before midnight in Auckland. */
const NOW = Date.parse('2026-03-28T11:00:00Z');

beforeEach(() =>
	jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate'], advanceTimers: true }),
);
afterEach(() => jest.useRealTimers());

/** The queries of the lists, decoded, in their order. */
async function asked(parameters: INodeParameters, timezone = 'Europe/Madrid'): Promise<string[]> {
	const queries: string[] = [];
	nock(host)
		.persist()
		.get('/api/v3/appointments/')
		.query(true)
		.reply((uri) => {
			queries.push(decodeURIComponent(uri.split('?').slice(1).join('?')));
			return [200, { results: [] }];
		});
	await run('appointment:getAll', parameters, { credentials: { timezone } });
	return queries;
}

const days = (first: string, last: string) =>
	`start_date=${first}T00:00:00&end_date=${last}T23:59:59`;

// Each filter as the service means it: test/contract/filters.test.ts.
it.each<[INodeParameters, string]>([
	[{ calendar: locator('c', 'list') }, 'calendar_key=c'],
	[{ calendar: 'c' }, 'calendar_key=c'],
	[
		{ startDate: "={{ DateTime.fromISO('2026-05-01T10:00:00Z') }}" },
		'start_date=2026-05-01T12:00:00',
	],
	[{ onDate: "={{ DateTime.fromISO('2026-05-01T20:00:00Z') }}" }, days('2026-05-01', '2026-05-01')],
	[
		{ startDate: '2026-05-01T10:00:00', endDate: '2026-05-01T10:00:00' },
		'end_date=2026-05-01T10:00:00&start_date=2026-05-01T10:00:00',
	],
	[{ phone: '={{ 34600 }}' }, 'phone=34600'],
	[{ externalId: '={{ false }}' }, 'external_id=false'],
	[{ name: "Siobhán O'Connor & Co" }, "name=Siobhán O'Connor & Co"],
])('the filter %j sends %s', async (filters, query) => {
	expect(await asked({ filters })).toEqual([query]);
});

it('filters combine, and each status takes a request', async () => {
	const status = ['PENDING', 'NO_SHOW', 'PENDING'];
	const filters = { status, onDate: '2026-05-01', email: 'a@b.c' };
	const rest = `email=a@b.c&${days('2026-05-01', '2026-05-01')}`;
	expect(await asked({ filters })).toEqual([`${rest}&status=PENDING`, `${rest}&status=NO_SHOW`]);
});

it.each<[INodeParameters, string]>([
	[{ when: 'anyTime' }, ''],
	[{ when: 'today' }, days('2026-03-28', '2026-03-28')],
	[{ when: 'tomorrow' }, days('2026-03-29', '2026-03-29')],
	[{ when: 'yesterday' }, days('2026-03-27', '2026-03-27')],
	[{ when: 'thisWeek' }, days('2026-03-23', '2026-03-29')],
	[{ when: 'nextWeek' }, days('2026-03-30', '2026-04-05')],
	[{ when: 'next7Days' }, days('2026-03-28', '2026-04-03')],
	[{ when: 'next30Days' }, days('2026-03-28', '2026-04-26')],
	[{ when: 'past7Days' }, days('2026-03-22', '2026-03-28')],
	[{ when: '={{ "onDate" }}', day: '2026-12-01T00:00:00' }, days('2026-12-01', '2026-12-01')],
	[{ when: 'onDate', day: '2026-12-01T22:30:00Z' }, days('2026-12-01', '2026-12-01')],
	[{ when: 'onDate', day: '={{ $today }}' }, days('2026-03-28', '2026-03-28')],
	[{ when: 'between', from: '2026-12-01', to: '2026-12-05' }, days('2026-12-01', '2026-12-05')],
])('%j lists %s', async (parameters, query) => {
	expect(await asked(parameters)).toEqual([query]);
});

it('today is the day of the service, not of the workflow', async () => {
	const tomorrow = days('2026-03-30', '2026-03-30');
	expect(await asked({ when: 'tomorrow' }, 'Pacific/Auckland')).toEqual([tomorrow]);
});

it('weeks begin on Monday, also on a Sunday', async () => {
	jest.setSystemTime(Date.parse('2026-03-29T10:00:00Z'));
	expect(await asked({ when: 'thisWeek' })).toEqual([days('2026-03-23', '2026-03-29')]);
});
