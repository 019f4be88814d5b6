import type { INodeParameters } from 'n8n-workflow';

import { host, nock, run } from '../actions/support';

/** Noon in Madrid, an hour before midnight in Auckland. */
const NOW = Date.parse('2026-03-28T11:00:00Z');

beforeEach(() =>
	jest.useFakeTimers({ now: NOW, doNotFake: ['nextTick', 'setImmediate'], advanceTimers: true }),
);
afterEach(() => jest.useRealTimers());

/** The dates that the list is asked for. */
async function asked(parameters: INodeParameters, timezone = 'Europe/Madrid'): Promise<object> {
	let query = {};
	nock(host)
		.get('/api/v3/appointments/')
		.query((given) => {
			query = { ...given };
			return true;
		})
		.reply(200, { results: [] });
	await run('appointment:getAll', parameters, { credentials: { timezone } });
	return query;
}

const days = (first: string, last: string) => ({
	start_date: `${first}T00:00:00`,
	end_date: `${last}T23:59:59`,
});

it.each<[INodeParameters, object]>([
	[{}, {}],
	[{ when: 'anyTime' }, {}],
	[{ when: 'today' }, days('2026-03-28', '2026-03-28')],
	[{ when: 'tomorrow' }, days('2026-03-29', '2026-03-29')],
	[{ when: 'next7Days' }, days('2026-03-28', '2026-04-03')],
	[{ when: 'next30Days' }, days('2026-03-28', '2026-04-26')],
	[{ when: 'past7Days' }, days('2026-03-22', '2026-03-28')],
	[{ when: 'onDate', day: '2026-12-01T00:00:00' }, days('2026-12-01', '2026-12-01')],
	[{ when: '={{ "onDate" }}', day: '2026-12-01' }, days('2026-12-01', '2026-12-01')],
	[{ when: 'onDate', day: '2026-12-01T23:30:00Z' }, days('2026-12-02', '2026-12-02')],
	[{ when: 'onDate', day: '={{ $today }}' }, days('2026-03-28', '2026-03-28')],
	[{ when: 'between', from: '2026-12-01', to: '2026-12-05' }, days('2026-12-01', '2026-12-05')],
])('%j lists %j', async (parameters, query) => {
	expect(await asked(parameters)).toEqual(query);
});

it('today is the day of the service, not of the workflow', async () => {
	expect(await asked({ when: 'tomorrow' }, 'Pacific/Auckland')).toEqual(
		days('2026-03-30', '2026-03-30'),
	);
});
