import fc from 'fast-check';

import {
	asItem,
	isBlank,
	listIn,
	unwrapped,
	webhookKeyIn,
} from '../../../../nodes/AppointmentScheduling/service/values/bodies';
import { ServiceError } from '../../../../nodes/AppointmentScheduling/service/errors';

const rows = [{ id: 1 }, { id: 2 }];

describe('a list', () => {
	it.each([
		['bare', rows],
		['as documented', { results: rows }],
		['with pages', { count: 2, next: null, results: rows }],
		['in data', { data: rows }],
		['in items', { items: rows }],
		['of webhooks', { webhooks: rows }],
		['nested', { data: { results: rows } }],
		['of HAL', { _embedded: { appointmentResources: rows }, _links: {} }],
		['of OData', { d: { results: rows } }],
		['of Spring', { content: rows, pageable: {} }],
		['twice nested', { response: { data: { items: rows } } }],
	])('%s is found', (_name, body) => {
		expect(listIn(body)).toEqual(rows);
	});

	it('can be empty', () => {
		expect(listIn([])).toEqual([]);
		expect(listIn({ results: [] })).toEqual([]);
		expect(listIn({ results: null, count: 0 })).toEqual([]);
		expect(listIn({ data: { results: null } })).toEqual([]);
		expect(listIn({ page: { totalElements: 0 } }, true)).toEqual([]);
	});

	it.each([
		undefined,
		null,
		'',
		'<html></html>',
		3,
		{},
		{ detail: 'no' },
		{ results: 'none' },
		{ results: null, detail: 'no' },
		{ data: null, errors: ['no'] },
		{ results: [1] },
		{ results: [null] },
		{ results: [[]] },
		['a'],
	])('%j is refused', (body) => {
		expect(() => listIn(body)).toThrow(ServiceError);
	});

	it('is not searched without a limit', () => {
		let deep: object = [];
		for (let depth = 0; depth < 100_000; depth += 1) deep = { data: deep };
		expect(() => listIn(deep)).toThrow(ServiceError);
	});

	it('is found or refused in any JSON', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (body) => {
				let list: unknown[];
				try {
					list = listIn(body);
				} catch (error) {
					expect(error).toBeInstanceOf(ServiceError);
					return;
				}
				expect(list.every((row) => typeof row === 'object' && row !== null)).toBe(true);
			}),
		);
	});
});

describe("a webhook's key", () => {
	it.each([
		[{ webhook_key: 'a' }, 'a'],
		[{ key: 'a', url: 'x' }, 'a'],
		[{ id: 7 }, '7'],
		[{ id: 0 }, '0'],
		[{ uuid: 'a' }, 'a'],
		[{ webhookKey: 'a' }, 'a'],
		[{ data: { webhookId: 9, url: 'x' } }, '9'],
		[{ id: 4, webhook_key: 'a' }, 'a'],
		[{ webhook_key: '', id: 4 }, '4'],
		[{ webhook_key: null, uuid: 'b' }, 'b'],
		[{ data: { key: 'a' } }, 'a'],
		[{ webhook: { id: 3 } }, '3'],
		[{ status: 'ok', result: { uuid: 'b' } }, 'b'],
		[[{ id: 3 }], '3'],
		[{ webhook_key: 'a', webhook: { url: 'x' } }, 'a'],
	])('is found in %j', (body, key) => {
		expect(webhookKeyIn(body)).toBe(key);
	});

	it.each([
		undefined,
		null,
		'',
		{},
		[],
		{ url: 'x' },
		{ id: 'req', data: { url: 'x' } },
		{ id: {} },
		{ id: '' },
		{ id: true },
	])('is not found in %j', (body) => {
		expect(webhookKeyIn(body)).toBeUndefined();
	});
});

describe('one resource', () => {
	const own = { appointment_key: 'a', status: 'PENDING' };

	it.each([
		own,
		{ appointment: own },
		{ status: 'ok', data: own },
		{ results: [own] },
		{ count: 1, next: null, previous: null, results: [own] },
		{ data: { appointment: own } },
		{ data: [own] },
		{ data: { data: own }, meta: {} },
		[{ data: own }],
		{ ok: true, code: 0, message: '', time: 1, data: own },
	])('is found in %j', (body) => {
		expect(unwrapped(body)).toBe(own);
	});

	it.each([
		[[]],
		[[own, own]],
		[null],
		['text'],
		[[null]],
		[{ results: [] }],
		[{ data: [own, own] }],
	])('is not guessed from %j', (body) => {
		expect(unwrapped(body)).not.toHaveProperty('appointment_key');
	});

	it.each([[[{ a: 1 }, { b: 2 }]], [['text']]])('is the whole body if that wraps %j', (data) => {
		const body = { status: 'ok', data };
		expect(unwrapped(body)).toBe(body);
	});

	it('is not searched without a limit', () => {
		let deep: unknown = own;
		for (let depth = 0; depth < 100_000; depth += 1) deep = depth % 2 ? [deep] : { data: deep };
		expect(() => unwrapped(deep)).not.toThrow();
	});

	it('can have a field "data"', () => {
		const full = { appointment_key: 'a', status: 'PENDING', start_date: 'x', data: { room: 1 } };
		expect(unwrapped(full)).toBe(full);
	});

	it('becomes an item unchanged', () => {
		const body = { data: { appointment_key: 'a' } };
		expect(asItem(body)).toBe(body);
		expect(asItem([1])).toEqual({ data: [1] });
		expect(asItem('text')).toEqual({ data: 'text' });
		expect(asItem(undefined)).toEqual({});
		expect(asItem(undefined, { status: 'PENDING' })).toEqual({ status: 'PENDING' });
		expect(asItem({}, { status: 'PENDING' })).toEqual({ status: 'PENDING' });
	});
});
