import fc from 'fast-check';

import {
	asItem,
	listIn,
	unwrapped,
	webhookKeyIn,
} from '../../../../nodes/AppointmentScheduling/service/values/bodies';
import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';

const rows = [{ id: 1 }, { id: 2 }];
const own = { appointment_key: 'a', status: 'PENDING' };

it.each([
	['bare', rows],
	['as documented', { count: 2, next: null, results: rows }],
	['of HAL', { _embedded: { appointmentResources: rows }, _links: {} }],
	['of Spring', { content: rows, pageable: {} }],
	['twice nested', { response: { data: { items: rows } } }],
])('a list is found %s', (_name, body) => {
	expect(listIn(body)).toEqual(rows);
});

it('a list can be empty', () => {
	for (const body of [[], { results: null, count: 0 }, { data: { results: null } }]) {
		expect(listIn(body)).toEqual([]);
	}
	expect(listIn({ page: { totalElements: 0 } }, true)).toEqual([]);
});

it.each([
	...[undefined, '', '<html></html>', 3, {}, { detail: 'no' }, { results: 'none' }],
	...[
		{ results: null, detail: 'no' },
		{ data: null, errors: ['no'] },
	],
	...[{ results: [1] }, { results: [null] }, { results: [[]] }, ['a']],
])('%j is refused as a list', (body) => {
	expect(() => listIn(body)).toThrow(ServiceError);
});

it('a list is found or refused in any JSON', () => {
	fc.assert(
		fc.property(fc.jsonValue(), (body) => {
			try {
				expect(listIn(body).every((row) => typeof row === 'object' && row !== null)).toBe(true);
			} catch (error) {
				expect(error).toBeInstanceOf(ServiceError);
			}
		}),
	);
});

it('nothing is searched without a limit', () => {
	let deep: object = [];
	for (let depth = 0; depth < 100_000; depth += 1) deep = { data: deep };
	expect(() => unwrapped(deep)).not.toThrow();
	expect(() => listIn(deep)).toThrow(ServiceError);
});

it.each([
	[{ webhook_key: 'a', webhook: { url: 'x' } }, 'a'],
	[{ webhookKey: 'a' }, 'a'],
	[{ data: { webhookId: 9, url: 'x' } }, '9'],
	[{ id: 4, webhook_key: 'a' }, 'a'],
	[{ webhook_key: '', id: 4 }, '4'],
	[{ status: 'ok', result: { uuid: 'b' } }, 'b'],
	[[{ id: 3 }], '3'],
	[undefined, undefined],
	[{ id: 'req', data: { url: 'x' } }, undefined],
	[{ id: {} }, undefined],
])("the webhook's key in %j is %p", (body, key) => {
	expect(webhookKeyIn(body)).toBe(key);
});

it.each([
	own,
	{ data: { appointment: own } },
	{ data: [own] },
	[{ data: own }],
	{ ok: true, code: 0, message: '', time: 1, data: own },
])('the appointment is found in %j', (body) => {
	expect(unwrapped(body)).toBe(own);
});

it.each([[[]], [[own, own]], [null], ['text'], [{ results: [] }], [{ data: [own, own] }]])(
	'no appointment is guessed from %j',
	(body) => {
		expect(unwrapped(body)).not.toHaveProperty('appointment_key');
	},
);

it('an appointment can have a field "data"', () => {
	const full = { ...own, data: { room: 1 } };
	expect(unwrapped(full)).toBe(full);
});

it('a response becomes an item unchanged', () => {
	const body = { data: { appointment_key: 'a' } };
	expect(asItem(body)).toBe(body);
	expect(asItem([1])).toEqual({ data: [1] });
	expect(asItem('text')).toEqual({ data: 'text' });
	expect(asItem(undefined, { status: 'PENDING' })).toEqual({ status: 'PENDING' });
	expect(asItem({}, { status: 'PENDING' })).toEqual({ status: 'PENDING' });
});
