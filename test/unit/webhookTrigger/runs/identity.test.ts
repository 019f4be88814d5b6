import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { Settings } from 'luxon';

import type { Notification } from '../../../../nodes/AppointmentScheduling/webhookTrigger/deliveries/delivery';
import {
	changeIdentity,
	eventIdentity,
	stateEntry,
} from '../../../../nodes/AppointmentScheduling/webhookTrigger/runs/identity';
import {
	appointmentKey,
	extraFields,
	instant,
	fraction,
	offset,
	timestamp,
	wellFormed,
	written,
} from '../deliveries/generated';
import { CREATED, UPDATED } from '../deliveries/support';

const keyOf = (event: string, time: string, key = 'k') =>
	eventIdentity({ event, timestamp: time, data: { appointment_key: key } });

/** The same JSON with its fields in another order, at every depth. */
function reordered(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reordered);
	if (value === null || typeof value !== 'object') return value;
	const entries = Object.entries(value).map(([name, inner]) => [name, reordered(inner)]);
	return Object.fromEntries(entries.reverse());
}

describe('what makes two deliveries the same event', () => {
	it('is the appointment alone for a creation', () => {
		fc.assert(
			fc.property(appointmentKey, timestamp, timestamp, (key, time, other) => {
				expect(keyOf(CREATED, time, key)).toBe(keyOf(CREATED, other, key));
				expect(keyOf(CREATED, time, key)).not.toBe(keyOf(CREATED, time, `${key}x`));
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

	it('counts two times without an offset as two if a digit differs', () => {
		const [some, other] = ['5', '6'].map((digit) => keyOf(UPDATED, `2026-03-01T10:00:00.${digit}`));
		expect(some).not.toBe(other);
	});

	it('does not take times without an offset for those of n8n’s time zone, which skips hours', () => {
		const zone = Settings.defaultZone;
		Settings.defaultZone = 'Europe/Madrid';
		const [skipped, next] = ['02', '03'].map((hour) => keyOf(UPDATED, `2026-03-29T${hour}:30:00`));
		Settings.defaultZone = zone;
		expect(skipped).not.toBe(next);
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
				const key = `${String(base.data?.appointment_key)}x`;
				const later = written(new Date((seconds + 1) * 1000), 0);
				const others = [
					{ ...base, timestamp: later },
					{ ...base, event: 'appointment.canceled' },
					{ ...base, event: CREATED },
					{ ...base, data: { ...base.data, appointment_key: key } },
				];
				const keys = [base, ...others].map(eventIdentity);
				expect(new Set(keys).size).toBe(5);
			}),
		);
	});

	it('is a key of twelve characters, whatever comes in', () => {
		fc.assert(
			fc.property(wellFormed, (notification) => {
				expect(eventIdentity(notification)).toMatch(/^[\w-]{12}$/);
			}),
		);
	});

	it('is the data as well for anything but a creation, whatever the order of its fields', () => {
		fc.assert(
			fc.property(
				extraFields,
				extraFields,
				fc.constantFrom(UPDATED, 'a.b'),
				(one, other, event) => {
					const identityOf = (data: object, kind: string = event) =>
						eventIdentity({
							event: kind,
							timestamp: '2026-03-01T10:00:00Z',
							data: { appointment_key: 'k', ...data },
						});
					fc.pre(!isDeepStrictEqual(one, other));
					expect(identityOf(one)).not.toBe(identityOf(other));
					expect(identityOf(reordered(one) as object)).toBe(identityOf(one));
					expect(identityOf(one, CREATED)).toBe(identityOf(other, CREATED));
				},
			),
		);
	});

	it('is unknown without a key, and without a timestamp unless it is a creation', () => {
		const data = { appointment_key: 'k' };
		expect(eventIdentity({ event: UPDATED, data })).toBeUndefined();
		expect(eventIdentity({ event: UPDATED, timestamp: null, data })).toBeUndefined();
		expect(eventIdentity({ event: CREATED, data })).toBe(keyOf(CREATED, '2026-03-01T10:00:00Z'));
		const timed = { event: UPDATED, timestamp: '2026-03-01T10:00:00Z' };
		expect(eventIdentity({ ...timed, data: null })).toBeUndefined();
		expect(eventIdentity({ ...timed, data: { status: 'PENDING' } })).toBeUndefined();
	});
});

describe('what a check has found', () => {
	const seen = { start: 29_500_000, status: 'CONFIRMED' };
	const changed = [
		{ ...seen, start: 29_500_001 },
		{ ...seen, start: undefined },
		{ ...seen, status: 'PENDING' },
	];

	it('is the same event as the delivery of a creation, whatever its state', () => {
		for (const state of [seen, ...changed]) {
			expect(changeIdentity(CREATED, 'k', state)).toBe(keyOf(CREATED, '2026-03-01T10:00:00Z'));
		}
	});

	it('is otherwise identified by kind, appointment, start and status', () => {
		const identities = [
			changeIdentity(UPDATED, 'k', seen),
			changeIdentity('appointment.canceled', 'k', seen),
			changeIdentity(UPDATED, 'other', seen),
			...changed.map((state) => changeIdentity(UPDATED, 'k', state)),
		];
		expect(new Set(identities).size).toBe(6);
		expect(changeIdentity(UPDATED, 'k', { ...seen })).toBe(identities[0]);
	});

	it('is stored as one entry for each state of an appointment', () => {
		const states = [seen, ...changed];
		const entries = [...states.map((state) => stateEntry('k', state)), stateEntry('other', seen)];
		expect(new Set(entries).size).toBe(5);
		expect(stateEntry('k', { ...seen })).toBe(entries[0]);
	});
});
