import type { INodeParameters } from 'n8n-workflow';

import { failureOf, host, locator, nock, run } from '../actions/support';

const path = '/api/v3/appointments/';
const uuid = (digit: number) => `${String(digit).repeat(8)}-1111-4111-8111-111111111111`;

/** The queries that a list is asked with, decoded, in their order. */
async function queriesOf(
	filters: INodeParameters,
	{ timezone = 'Europe/Madrid', arrayFormat = 'repeat', item = {} } = {},
): Promise<string[][]> {
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
	const options = { credentials: { arrayFormat, timezone }, items: [item] };
	await run('appointment:getAll', { filters, returnAll: true }, options);
	return queries;
}

// Each filter as the service means it: test/contract/filters.test.ts.
const spellings: Array<[string, INodeParameters, string[]]> = [
	['calendar', { calendar: locator(uuid(1), 'list') }, [`calendar_key=${uuid(1)}`]],
	['calendar', { calendar: uuid(1) }, [`calendar_key=${uuid(1)}`]],
	['personKey', { personKey: ` ${uuid(3)} ` }, [`person_key=${uuid(3)}`]],
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
	['externalId', { externalId: 'crm/1#a?b' }, ['external_id=crm/1#a?b']],
];

it.each(spellings)('%s as %j sends %j', async (_name, filters, query) => {
	expect(await queriesOf(filters)).toEqual([query]);
});

it.each([
	['repeat', ['service_keys=a', 'service_keys=b', 'tag_keys=c']],
	['comma', ['service_keys=a,b', 'tag_keys=c']],
	['brackets', ['service_keys[]=a', 'service_keys[]=b', 'tag_keys[]=c']],
])('several keys are sent in the format %s', async (arrayFormat, query) => {
	const filters = { serviceKeys: "={{ ['a', 'b'] }}", tagKeys: 'c' };
	expect(await queriesOf(filters, { arrayFormat })).toEqual([query]);
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

it.each([
	['email', '={{ $json.missing }}'],
	['name', '={{ null }}'],
	['externalId', "={{ '' }}"],
	['calendar', '={{ $json.missing }}'],
	['clientKey', '={{ $json.missing }}'],
	['serviceKeys', '={{ [] }}'],
	['startDate', '={{ $json.missing }}'],
	['onDate', '={{ $json.missing }}'],
	['status', '={{ $json.missing }}'],
	['isCancelled', '={{ $json.missing }}'],
])('%s from the expression %s never lists everything', async (name, expression) => {
	const failure = await failureOf(run('appointment:getAll', { filters: { [name]: expression } }));
	expect(failure).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
});
