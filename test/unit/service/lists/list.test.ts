import { fieldsIn } from '../../../../nodes/AppointmentScheduling/service/lists/fields';
import {
	APPOINTMENT_FIELDS,
	entriesIn,
	listIn,
	WEBHOOK_FIELDS,
} from '../../../../nodes/AppointmentScheduling/service/lists/list';
import { json, talkTo } from '../support';
import { numbered, read } from './lists';

const listed = (body: unknown, entryFields = APPOINTMENT_FIELDS) => {
	const list = listIn(body, entryFields, fieldsIn(body));
	return list && entriesIn(list);
};
const own = [{ appointment_key: 'a' }, { search_code: 'B' }, { start_date: '2026-05-01' }];
const links = [
	{ url: null, label: '&laquo;', active: false },
	{ url: '/a?page=1', label: '1' },
];

it.each<[string, unknown, unknown[]]>([
	['in results, whatever else there is', { data: own, results: [{ id: 1 }] }, [{ id: 1 }]],
	['twice nested', { response: { data: { items: own } } }, own],
	['by its entries, under any name', { data: [{ id: 1 }], bookings: own, items: [] }, own],
	['by its entries, in any object', { reply: { bookings: own }, meta: { links } }, own],
	['in edges of GraphQL', { data: { list: { edges: own.map((node) => ({ node })) } } }, own],
	['in edges of GraphQL without any', { data: { appointments: { edges: [] } } }, []],
	['under a usual name if several look like it', { today: own, appointments: [own[0]] }, [own[0]]],
	['empty beside links, included, warnings', { data: [], meta: { links }, included: own }, []],
	['with a null where an entry was', { results: [null, ...own] }, own],
])('the list is found %s', (_how, body, list) => {
	expect(listed(body)).toEqual(list);
});

it('no list is found if several have entries, none of them under a usual name', () => {
	expect(listed({ today: own, tomorrow: own, data: [] })).toBeUndefined();
});

it('no list is found among links, included and warnings alone', () => {
	expect(listed({ meta: { links }, included: own, warnings: own })).toBeUndefined();
});

it('a list of webhooks is known by their URLs, but links have some, too', () => {
	const hooks = [{ url: 'https://a.example', id: 1 }];
	expect(listed({ hooks, meta: { links } }, WEBHOOK_FIELDS)).toEqual(hooks);
	expect(listed({ data: [], meta: { links } }, WEBHOOK_FIELDS)).toEqual([]);
	const wrapped = [{ webhook: hooks[0] }];
	expect(listed({ hooks: wrapped, links }, WEBHOOK_FIELDS)).toEqual(wrapped);
});

it('a list can be empty', async () => {
	const named = [{ docs: [], totalDocs: 0 }, { result: [] }, { ok: true, payload: [] }];
	for (const body of [[], { results: null, count: 0 }, { data: { results: null } }, ...named]) {
		expect(listed(body)).toEqual([]);
	}
	// Under another name, if nothing else looks like a list.
	expect(listed({ subscriptions: [], meta: { links } }, WEBHOOK_FIELDS)).toEqual([]);
	const counted = talkTo(() => json({ page: { totalElements: 0 } }));
	expect(await read(counted)).toEqual({ elements: [] });
});

it.each([
	...['results', 'data', 'items', 'appointments', 'webhooks', 'content', 'value', 'records'],
	...['entries', 'objects', 'rows', 'list', 'elements', 'docs', 'nodes', 'edges'],
])('an empty list is found under the usual name %s', (name) => {
	expect(listed({ [name]: [], other: [1] })).toEqual([]);
});

it('entries whose keys JSON has rounded to the same number are all there', async () => {
	const rounded = [1, 2].map((search_code) => ({ appointment_key: 2 ** 53, search_code }));
	expect(await read(talkTo(() => json(rounded)))).toEqual({ elements: rounded });
});

it('an entry that changes between two pages is there once, and each one without a key', async () => {
	const pages = [[{ appointment_key: 'a', status: 'PENDING' }], [{ appointment_key: 'a' }]];
	expect(
		(await read(numbered((page) => ({ page, results: pages[page - 1] ?? [] })))).elements,
	).toEqual(pages[0]);
	const unnamed = [{ search_code: 'A' }, { search_code: 'B' }];
	expect(await read(talkTo(() => json(unnamed)))).toEqual({ elements: unnamed });
});

it.each([
	...[undefined, '', '<html></html>', 3, {}, { detail: 'no' }, { results: 'none' }],
	...[
		{ results: null, detail: 'no' },
		{ data: null, errors: ['no'] },
	],
	// One appointment instead of a list of one, and a list that is no list of appointments.
	...[{ results: { appointment_key: 'a', tags: [] } }, { config: { features: [] } }],
	...[{ results: [1] }, { results: [null] }, { results: [[]] }, ['a']],
])('%j is refused as a list', async (body) => {
	const talk = talkTo(() => json(body), { maxRetries: 0 });
	await expect(read(talk)).rejects.toMatchObject({ name: 'ServiceError' });
});
