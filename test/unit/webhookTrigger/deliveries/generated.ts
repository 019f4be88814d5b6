import fc from 'fast-check';
import { DateTime, FixedOffsetZone } from 'luxon';

import { CANCELED, CREATED, UPDATED } from './support';

/** Keys as the service may write them: anything that can stand in a path and is not blank. */
export const appointmentKey = fc.oneof(
	fc.uuid(),
	fc.string({ minLength: 1, maxLength: 256 }).filter((text) => !/^[.\s]*$/.test(text)),
);

export const eventKind = fc.oneof(
	fc.constantFrom(CREATED, UPDATED, CANCELED),
	fc.stringMatching(/^appointment\.[a-z_]{1,20}$/),
);

export const instant = fc.date({
	min: new Date('2000-01-01T00:00:00Z'),
	max: new Date('2100-01-01T00:00:00Z'),
	noInvalidDate: true,
});

/** Minutes from UTC. */
export const offset = fc.integer({ min: -56, max: 56 }).map((quarters) => quarters * 15);

/** An instant, whole seconds of it, in words; the fraction is digits or nothing. */
export function written(date: Date, minutes: number, fraction = ''): string {
	const local = DateTime.fromJSDate(date, { zone: 'utc' }).setZone(
		FixedOffsetZone.instance(minutes),
	);
	const zone = minutes === 0 ? 'Z' : local.toFormat('ZZ');
	return `${local.toFormat("yyyy-MM-dd'T'HH:mm:ss")}${fraction && `.${fraction}`}${zone}`;
}

export const fraction = fc.stringMatching(/^\d{0,9}$/);

export const timestamp = fc.tuple(instant, offset, fraction).map((parts) => written(...parts));

export const UNSAFE = ['__proto__', 'constructor', 'prototype'];
const name = fc.string({ maxLength: 20 }).filter((text) => !UNSAFE.includes(text));

/** JSON objects without the names that could reach a prototype. */
export const extraFields = fc.dictionary(
	name.filter((text) => text !== 'appointment_key'),
	fc.oneof(
		fc.string(),
		fc.integer(),
		fc.boolean(),
		fc.constant(null),
		fc.array(fc.string(), { maxLength: 3 }),
		fc.dictionary(name, fc.string(), { maxKeys: 3 }),
	),
	{ maxKeys: 5, noNullPrototype: true },
);

/** A notification as the document has it, or with more, or of a kind that it does not list. */
export const wellFormed = fc
	.record({ event: eventKind, timestamp, key: appointmentKey, more: extraFields })
	.map(({ event, timestamp: time, key, more }) => ({
		event,
		timestamp: time,
		data: { ...more, appointment_key: key },
	}));
