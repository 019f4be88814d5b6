import type { INodeParameters } from 'n8n-workflow';

import { host, locator, nock, run } from '../actions/support';

const path = '/api/v3/appointments/';
const uuid = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;

/** The queries that a list is asked with, decoded, in their order. */
async function queriesOf(filters: INodeParameters): Promise<string[][]> {
	const queries: string[][] = [];
	nock(host)
		.persist()
		.get(path)
		.query(true)
		.reply((uri) => {
			queries.push(
				uri.split('?').slice(1).join('?').split('&').filter(Boolean).map(decodeURIComponent),
			);
			return [200, { results: [] }];
		});
	await run('appointment:getAll', { filters }, { credentials: { timezone: 'Europe/Madrid' } });
	return queries;
}

// Each filter as the service means it: test/contract/filters.test.ts.
const spellings: Array<[string, INodeParameters, string[]]> = [
	['calendar', { calendar: locator(uuid(1), 'list') }, [`calendar_key=${uuid(1)}`]],
	['calendar', { calendar: uuid(1) }, [`calendar_key=${uuid(1)}`]],
	[
		'startDate',
		{ startDate: "={{ DateTime.fromISO('2026-05-01T10:00:00Z') }}" },
		['start_date=2026-05-01T12:00:00'],
	],
	[
		'onDate',
		{ onDate: "={{ DateTime.fromISO('2026-05-01T23:00:00Z') }}" },
		['start_date=2026-05-02T00:00:00', 'end_date=2026-05-02T23:59:59'],
	],
	['phone', { phone: '={{ 34600 }}' }, ['phone=34600']],
	['name', { name: "Siobhán O'Connor & Co" }, ["name=Siobhán O'Connor & Co"]],
];

it.each(spellings)('%s as %j sends %j', async (_name, filters, query) => {
	expect(await queriesOf(filters)).toEqual([query]);
});

it('filters combine, and each status takes a request', async () => {
	const filters = {
		status: ['PENDING', 'NO_SHOW', 'PENDING'],
		onDate: '2026-05-01',
		email: 'a@b.c',
	};
	const day = ['email=a@b.c', 'start_date=2026-05-01T00:00:00', 'end_date=2026-05-01T23:59:59'];
	expect(await queriesOf(filters)).toEqual([
		[...day, 'status=PENDING'],
		[...day, 'status=NO_SHOW'],
	]);
});
