import fc from 'fast-check';

import { notificationIn } from '../../../../nodes/AppointmentScheduling/webhookTrigger/notifications/notification';
import { CREATED, UPDATED } from '../deliveries/support';

const UNSAFE = ['__proto__', 'constructor', 'prototype'];
const parsed = (text: string) => JSON.parse(text) as unknown;
const good = { event: CREATED, timestamp: '2026-03-01T10:00:00Z', data: { appointment_key: 'k' } };
const read = (changes: object) => notificationIn({ ...good, ...changes });

it('reads anything without throwing', () => {
	const anything = fc.anything({
		withNullPrototype: true,
		withBigInt: true,
		withSparseArray: true,
	});
	fc.assert(fc.property(anything, (body) => expect(notificationIn(body)).not.toBe('')));
});

it.each<[string, unknown[]]>([
	['event is not the name of an event kind', [undefined, null, '', ' ', 3, [], {}]],
	[
		'timestamp is not an ISO 8601 date',
		[
			...['', 1_700_000_000, 'yesterday', '2026-01-01', '2026-13-01T00:00:00Z'],
			...['2026-02-30T10:00:00Z', '2026-01-01T25:00:00Z', ['2026-01-01T10:00:00Z']],
			`2026-01-01T10:00:00.${'1'.repeat(9_000)}Z`,
		],
	],
	['data is not an object', ['data', 7, true, [], [good.data]]],
])('says %s', (reason, flaws) => {
	const [field = ''] = reason.split(' ');
	for (const flaw of flaws) expect(read({ [field]: flaw })).toBe(reason);
});

it.each([undefined, null, '', '  ', '.', '..', '\ud800', true, {}, ['k']])(
	'says that %j is not a key',
	(appointment_key) => {
		const reason = 'data.appointment_key is not a key';
		expect(read({ data: { appointment_key } })).toBe(reason);
		const isMissing = appointment_key === undefined;
		const update = read({ event: UPDATED, data: { appointment_key } });
		expect(update).toEqual(isMissing ? expect.any(Object) : reason);
	},
);

it.each([7, 0, -1, 2 ** 53])(
	'takes the number %d for a key, as some services write them',
	(key) => {
		expect(read({ data: { appointment_key: key } })).toMatchObject({
			data: { appointment_key: key },
		});
	},
);

it('reads an update without data, but no creation', () => {
	expect(read({ event: UPDATED, data: undefined })).toMatchObject({ event: UPDATED, data: null });
	expect(read({ data: undefined })).toBe('data is not an object');
});

it('returns the three fields of a notification as they were delivered', () => {
	const key = fc.string({ minLength: 1, maxLength: 128 }).filter((text) => !/^[.\s]*$/.test(text));
	const name = fc.string().filter((text) => !UNSAFE.includes(text));
	const value = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string()));
	const data = fc.tuple(key, fc.dictionary(name, value));
	const property = fc.property(data, fc.object(), ([appointment_key, fields], more) => {
		const notification = { ...good, data: { ...fields, appointment_key } };
		expect(notificationIn({ ...more, ...notification })).toEqual(notification);
	});
	fc.assert(property, { numRuns: 500 });
});

it.each([
	{ event: UPDATED, timestamp: '2026-03-01T10:00:00+01:00', data: { status: 'ATTENDED' } },
	{ event: 'a.b', timestamp: '2026-03-01T10:00:00Z', data: null },
	{ event: CREATED, timestamp: null, data: { appointment_key: 'k' } },
	{ event: CREATED, data: { appointment_key: 'k' } },
])('reads %j, which lacks what services may leave out', (body) => {
	expect(notificationIn(body)).toStrictEqual(body);
});

it.each([
	'2026-03-01T10:00:00.5-0330',
	'2026-03-01 10:00:00+01',
	'2026-03-01T10:00Z',
	'2026-03-01T10:00:00',
	'2026-03-01 10:00:00 +01:00',
	'20260301T100000.5+0100',
	'20260301 100000Z',
	'2026-03-01 10:00:00 UTC',
	'2026-03-01 11:00:00 +0100 CET',
	'2026-03-01 07:00:00 -0300 -03',
])('reads the timestamp %s', (timestamp) => expect(read({ timestamp })).toBeInstanceOf(Object));

it.each(UNSAFE)('refuses a field named %s, however deep', (name) => {
	const data = parsed(`{"appointment_key":"k","person":[{"a":{"${name}":{"polluted":1}}}]}`);
	expect(read({ data })).toBe('data has a field with a name that is not allowed');
	expect({}).not.toHaveProperty('polluted');
});

it('reads kinds of 200 characters, keys of 128 and 40 levels, and refuses more', () => {
	const sized = (event: number, key: number, depth: number) => {
		const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
		const data = parsed(`{"appointment_key":"${'k'.repeat(key)}","a":${deep}}`);
		return read({ event: 'e'.repeat(event), data });
	};
	expect(sized(200, 128, 39)).toBeInstanceOf(Object);
	expect(sized(201, 128, 39)).toBe('event is not the name of an event kind');
	expect(sized(200, 129, 39)).toBe('data.appointment_key is not a key');
	expect(sized(200, 128, 40)).toBe('data is nested too deeply');
	expect(sized(200, 128, 100_000)).toBe('data is nested too deeply');
});
