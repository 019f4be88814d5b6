import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/core/errors';
import { fieldsIn } from '../../../../nodes/AppointmentScheduling/service/lists/fields';
import {
	APPOINTMENT_FIELDS,
	listIn,
	WEBHOOK_FIELDS,
} from '../../../../nodes/AppointmentScheduling/service/lists/list';
import { positionIn } from '../../../../nodes/AppointmentScheduling/service/lists/next';

const listed = (body: unknown, isEmpty = false) => listIn(body, APPOINTMENT_FIELDS, isEmpty);
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

it('no list is found among links, included and warnings alone', () => {
	expect(() => listed({ meta: { links }, included: own, warnings: own })).toThrow(ServiceError);
});

it('a list of webhooks is known by their URLs, but links have some, too', () => {
	const hooks = [{ url: 'https://a.example', id: 1 }];
	expect(listIn({ hooks, meta: { links } }, WEBHOOK_FIELDS)).toEqual(hooks);
	expect(listIn({ data: [], meta: { links } }, WEBHOOK_FIELDS)).toEqual([]);
	const wrapped = [{ webhook: hooks[0] }];
	expect(listIn({ hooks: wrapped, links }, WEBHOOK_FIELDS)).toEqual(wrapped);
});

it('a list can be empty', () => {
	const named = [{ docs: [], totalDocs: 0 }, { result: [] }, { ok: true, payload: [] }];
	for (const body of [[], { results: null, count: 0 }, { data: { results: null } }, ...named]) {
		expect(listed(body)).toEqual([]);
	}
	expect(listed({ page: { totalElements: 0 } }, true)).toEqual([]);
});

it.each([
	...[undefined, '', '<html></html>', 3, {}, { detail: 'no' }, { results: 'none' }],
	...[
		{ results: null, detail: 'no' },
		{ data: null, errors: ['no'] },
	],
	...[{ results: [1] }, { results: [null] }, { results: [[]] }, ['a']],
])('%j is refused as a list', (body) => {
	expect(() => listed(body)).toThrow(ServiceError);
});

it('stops every search at a limit', () => {
	let deep: object = [];
	for (let depth = 0; depth < 100_000; depth += 1) deep = { data: deep };
	expect(() => listed(deep)).toThrow(ServiceError);
	const wide = Array.from({ length: 3_000 }, (_, index) => [`field${index}`, { inner: 1 }]);
	expect(fieldsIn(Object.fromEntries(wide))).toHaveLength(3_000);
	expect(fieldsIn({ ['x'.repeat(101)]: 1 })).toEqual([]);
});

it.each(['page=3', 'current_page=3', 'offset=3', 'page%5Boffset%5D=3', 'a=b&startAt=3'])(
	'%s is the position of a page',
	(query) => expect(positionIn(query)?.[1]).toBe('3'),
);
