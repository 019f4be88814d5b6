import fc from 'fast-check';

import {
	deliveryKey,
	readNotification,
	type Notification,
} from '../../../../nodes/AppointmentScheduling/deliveries/checks/notification';
import {
	appointmentKey,
	flawed,
	instant,
	fraction,
	offset,
	timestamp,
	UNSAFE,
	wellFormed,
	written,
} from '../generated';
import { CREATED, UPDATED } from '../support';

const keyOf = (event: string, time: string, key = 'k') =>
	deliveryKey({ event, timestamp: time, data: { appointment_key: key } });

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
			expect(deliveryKey(body)).toBeUndefined();
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
	])('knows %s as a time', (time) => {
		expect(
			readNotification({ event: CREATED, timestamp: time, data: { appointment_key: 'k' } }).reason,
		).toBeUndefined();
	});

	it.each(UNSAFE)('lets no name %s pass, however deep', (name) => {
		const data = parsed(`{"appointment_key":"k","person":[{"a":{"${name}":{"polluted":1}}}]}`);
		const body = { event: CREATED, timestamp: '2026-03-01T10:00:00Z', data };
		expect(readNotification(body).reason).toBe('data has a name that is not allowed');
		expect({}).not.toHaveProperty('polluted');
	});

	it('takes 30 levels and refuses 100,000 without running out of stack', () => {
		const data = (depth: number) =>
			parsed(`{"appointment_key":"k","a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
		const read = (depth: number) =>
			readNotification({ event: CREATED, timestamp: '2026-03-01T10:00:00Z', data: data(depth) });
		expect(read(30).reason).toBeUndefined();
		expect(read(100_000).reason).toBe('data is nested too deeply');
	});
});

describe('what makes two deliveries the same event', () => {
	it('is the appointment alone for a creation', () => {
		fc.assert(
			fc.property(appointmentKey, timestamp, timestamp, (key, time, other) => {
				expect(keyOf(CREATED, time, key)).toBe(keyOf(CREATED, other, key));
			}),
		);
	});

	it('is the time as well for anything else, to the last digit', () => {
		fc.assert(
			fc.property(instant, offset, fraction, fraction, (date, minutes, some, other) => {
				const same = some.replace(/0+$/, '') === other.replace(/0+$/, '');
				const keys = [some, other].map((digits) => keyOf(UPDATED, written(date, minutes, digits)));
				expect(keys[0] === keys[1]).toBe(same);
			}),
			{ examples: [[new Date(0), 0, '123456', '123457']] },
		);
	});

	it.each([
		['2026-03-01T10:00:00.5Z', '2026-03-01T10:00:00.500Z'],
		['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
		['2026-03-01T10:00:00Z', '2026-03-01T10:00Z'],
		['2026-03-01T10:00:00.5Z', '2026-03-01 10:00:00.50 Z'],
		['2026-03-01T10:00:00.5+01:00', '20260301T090000.5Z'],
	])('counts %s and %s as one time', (some, other) => {
		expect(keyOf(UPDATED, some)).toBe(keyOf(UPDATED, other));
	});

	it('is the same for one instant in two offsets', () => {
		fc.assert(
			fc.property(instant, offset, offset, fraction, (date, some, other, digits) => {
				expect(keyOf(UPDATED, written(date, some, digits))).toBe(
					keyOf(UPDATED, written(date, other, digits)),
				);
			}),
		);
	});

	it('differs for another second, another appointment and another kind', () => {
		fc.assert(
			fc.property(wellFormed, fc.nat(1e6), (notification: Notification, seconds) => {
				const base = { ...notification, event: UPDATED, timestamp: written(new Date(0), 0) };
				const key = `${String(base.data.appointment_key)}x`;
				const later = written(new Date((seconds + 1) * 1000), 0);
				const others = [
					{ ...base, timestamp: later },
					{ ...base, event: 'appointment.canceled' },
					{ ...base, event: CREATED },
					{ ...base, data: { ...base.data, appointment_key: key } },
				];
				const keys = [base, ...others].map(deliveryKey);
				expect(new Set(keys).size).toBe(5);
			}),
		);
	});

	it('is a key of twelve characters, whatever comes in', () => {
		fc.assert(
			fc.property(wellFormed, (notification) => {
				expect(deliveryKey(notification)).toMatch(/^[\w-]{12}$/);
			}),
		);
	});
});
