import fc from 'fast-check';

import { readNotification } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/notification';
import { flawed, UNSAFE, wellFormed } from './generated';
import { CREATED, UPDATED } from './support';

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

describe('reading a notification', () => {
	it('takes anything at all without throwing: a notification, or a reason', () => {
		const anything = fc.oneof(
			fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true }),
			fc.json().map(parsed),
			fc.uint8Array().map((bytes) => parsed(Buffer.from(bytes).toString())),
		);
		fc.assert(
			fc.property(anything, (body) => {
				const { notification, reason } = readNotification(body);
				expect(notification === undefined).toBe(typeof reason === 'string' && reason !== '');
			}),
			{ numRuns: 2_000 },
		);
	});

	it('refuses whatever has one flaw, and says which', () => {
		fc.assert(
			fc.property(flawed, (text) => {
				const body = parsed(text);
				expect(readNotification(body)).toEqual({
					reason: expect.stringMatching(/^(event|timestamp|data|data\.appointment_key) (is|has) /),
				});
			}),
			{ numRuns: 2_000 },
		);
	});

	it('hands over the three fields of a well-formed one as they were delivered', () => {
		fc.assert(
			fc.property(wellFormed, fc.object(), (notification, more) => {
				const { event, timestamp: time, data } = notification;
				const { notification: read } = readNotification({ ...more, event, timestamp: time, data });
				expect(read).toEqual(notification);
				expect(read?.data).toBe(data);
			}),
			{ numRuns: 1_000 },
		);
	});

	it.each(['appointment.updated', 'appointment.canceled', 'appointment.attended'])(
		'lets %s come without a key, which is documented for creations alone',
		(event) => {
			const body = { event, timestamp: '2026-03-01T10:00:00+01:00', data: { status: 'ATTENDED' } };
			expect(readNotification(body).notification).toEqual(body);
		},
	);

	it.each([
		'2026-03-01T10:00:00.123456+01:00',
		'2026-03-01T10:00:00Z',
		'2026-03-01T10:00:00.5-0330',
		'2026-03-01 10:00:00+01',
		'2026-03-01T10:00Z',
		'2026-03-01T10:00:00',
		'2026-03-01T10:00:00 Z',
		'2026-03-01 10:00:00 +01:00',
		'2026-03-01T10:00:00.25 -0330',
		'20260301T100000Z',
		'20260301T100000.5+0100',
		'20260301 100000Z',
	])('knows %s as a time', (time) => {
		expect(
			readNotification({ event: CREATED, timestamp: time, data: { appointment_key: 'k' } }).reason,
		).toBeUndefined();
	});

	it.each(UNSAFE)('lets no name %s pass, however deep', (name) => {
		const data = parsed(`{"appointment_key":"k","person":[{"a":{"${name}":{"polluted":1}}}]}`);
		const body = { event: CREATED, timestamp: '2026-03-01T10:00:00Z', data };
		expect(readNotification(body).reason).toBe('data has a field with a name that is not allowed');
		expect({}).not.toHaveProperty('polluted');
	});

	it('takes the longest kind, key and fraction of a second, and nothing longer', () => {
		const reasonFor = (event: number, key: number, digits: number) =>
			readNotification({
				event: 'e'.repeat(event),
				timestamp: `2026-03-01T10:00:00.${'1'.repeat(digits)}Z`,
				data: { appointment_key: 'k'.repeat(key) },
			}).reason;
		expect(reasonFor(200, 256, 30)).toBeUndefined();
		expect(reasonFor(201, 256, 30)).toMatch(/^event/);
		expect(reasonFor(200, 257, 30)).toMatch(/^data.appointment_key/);
		expect(reasonFor(200, 256, 31)).toMatch(/^timestamp/);
	});

	it('takes 40 levels and refuses 100,000 without running out of stack', () => {
		const data = (depth: number) =>
			parsed(`{"appointment_key":"k","a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
		const read = (depth: number) =>
			readNotification({ event: CREATED, timestamp: '2026-03-01T10:00:00Z', data: data(depth) });
		expect(read(39).reason).toBeUndefined();
		expect(read(40).reason).toBe('data is nested too deeply');
		expect(read(100_000).reason).toBe('data is nested too deeply');
	});

	it.each([undefined, null])(
		'takes an event whose timestamp is %s, and hands it over as it is',
		(time) => {
			const body = { event: UPDATED, timestamp: time, data: { appointment_key: 'k' } };
			const sent = parsed(JSON.stringify(body)) as object;
			expect(readNotification(sent).notification).toEqual(sent);
			expect(Object.keys(readNotification(sent).notification ?? {})).toEqual(Object.keys(sent));
		},
	);

	it.each([UPDATED, 'a.b'])('takes %s without data, which is documented for creations', (event) => {
		const body = { event, timestamp: '2026-03-01T10:00:00Z' };
		expect(readNotification(body).notification).toEqual({ ...body, data: null });
		expect(readNotification({ ...body, event: CREATED }).reason).toBe('data is not an object');
	});

	it.each([CREATED, UPDATED, 'a.b'])('takes %s with null as data', (event) => {
		const body = { event, timestamp: '2026-03-01T10:00:00Z', data: null };
		expect(readNotification(body).notification).toEqual(body);
	});
});
