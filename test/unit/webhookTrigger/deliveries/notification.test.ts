import fc from 'fast-check';

import { readNotification } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/checks/readable';
import { flawed, UNSAFE, wellFormed } from './generated';
import { CREATED, UPDATED } from './support';

const parsed = (text: string) => JSON.parse(text) as unknown;

const withTime = (timestamp: string) =>
	readNotification({ event: CREATED, timestamp, data: { appointment_key: 'k' } });

it('reads anything without throwing', () => {
	const anything = fc.anything({
		withNullPrototype: true,
		withBigInt: true,
		withSparseArray: true,
	});
	fc.assert(fc.property(anything, (body) => expect(readNotification(body)).not.toBe('')));
});

it('says what is wrong with a notification that has one flaw', () => {
	const property = fc.property(flawed, (text) => {
		expect(readNotification(parsed(text))).toMatch(
			/^(event|timestamp|data|data\.appointment_key) (is|has) /,
		);
	});
	fc.assert(property, { numRuns: 1_000 });
});

it('returns the three fields of a notification as they were delivered', () => {
	const property = fc.property(wellFormed, fc.object(), (notification, more) => {
		expect(readNotification({ ...more, ...notification })).toEqual(notification);
	});
	fc.assert(property, { numRuns: 500 });
});

it.each([
	{ event: UPDATED, timestamp: '2026-03-01T10:00:00+01:00', data: { status: 'ATTENDED' } },
	{ event: 'a.b', timestamp: '2026-03-01T10:00:00Z', data: null },
	{ event: CREATED, timestamp: null, data: { appointment_key: 'k' } },
	{ event: CREATED, data: { appointment_key: 'k' } },
])('reads %j, which lacks what services may leave out', (body) => {
	expect(readNotification(body)).toStrictEqual(body);
});

it.each([
	'2026-03-01T10:00:00.123456+01:00',
	'2026-03-01T10:00:00.5-0330',
	'2026-03-01 10:00:00+01',
	'2026-03-01T10:00Z',
	'2026-03-01T10:00:00',
	'2026-03-01 10:00:00 +01:00',
	'20260301T100000.5+0100',
	'20260301 100000Z',
])('reads the timestamp %s', (time) => expect(withTime(time)).toBeInstanceOf(Object));

it.each(UNSAFE)('refuses a field named %s, however deep', (name) => {
	const data = parsed(`{"appointment_key":"k","person":[{"a":{"${name}":{"polluted":1}}}]}`);
	const body = { event: CREATED, timestamp: '2026-03-01T10:00:00Z', data };
	expect(readNotification(body)).toBe('data has a field with a name that is not allowed');
	expect({}).not.toHaveProperty('polluted');
});

it('reads kinds of 200 characters, keys of 256 and 40 levels, and refuses more', () => {
	const read = (event: number, key: number, depth: number) =>
		readNotification({
			event: 'e'.repeat(event),
			data: parsed(
				`{"appointment_key":"${'k'.repeat(key)}","a":${'['.repeat(depth)}${']'.repeat(depth)}}`,
			),
		});
	expect(read(200, 256, 39)).toBeInstanceOf(Object);
	expect(read(201, 256, 39)).toBe('event is not the name of an event kind');
	expect(read(200, 257, 39)).toBe('data.appointment_key is not a key');
	expect(read(200, 256, 40)).toBe('data is nested too deeply');
	expect(read(200, 256, 100_000)).toBe('data is nested too deeply');
	expect(withTime(`2026-03-01T10:00:00.${'1'.repeat(9_000)}Z`)).toMatch(/^timestamp/);
});
