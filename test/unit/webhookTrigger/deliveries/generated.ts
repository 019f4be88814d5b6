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

const name = fc.string({ maxLength: 20 }).filter((text) => !UNSAFE.includes(text));
export const UNSAFE = ['__proto__', 'constructor', 'prototype'];

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

const notAKey = fc.constantFrom<unknown>(
	'',
	'  ',
	'.',
	'..',
	'\ud800',
	'k'.repeat(257),
	7,
	null,
	{},
	['k'],
);
const notAnEvent = fc.constantFrom<unknown>(undefined, null, '', ' ', 3, [], {}, 'e'.repeat(201));
const notATime = fc.oneof(
	fc.constantFrom<unknown>(
		'',
		1_700_000_000,
		'yesterday',
		'2026-13-01T00:00:00Z',
		'2026-02-30T10:00:00Z',
		'2026-01-01T25:00:00Z',
		'2026-01-01',
		`2026-01-01T10:00:00.${'1'.repeat(80)}Z`,
		['2026-01-01T10:00:00Z'],
	),
	fc.string(),
);
const notData = fc.oneof(fc.constantFrom<unknown>('data', 7, true), fc.array(fc.jsonValue()));

function nested(depth: number): unknown {
	let value: unknown = 1;
	for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { a: value };
	return value;
}

/** Data that reaches for a prototype, or is deeper than anyone needs. */
const hostile = fc.oneof(
	fc.constantFrom(...UNSAFE).map((bad) => ({ [bad]: { polluted: true } })),
	fc
		.constantFrom(...UNSAFE)
		.map((bad) => ({ person: JSON.parse(`{"${bad}":{"polluted":true}}`) as unknown })),
	fc.integer({ min: 41, max: 3000 }).map((depth) => ({ deep: nested(depth) })),
);

/** Something that is a notification but for one flaw, as JSON. */
export const flawed = fc
	.record({
		whole: wellFormed,
		flaw: fc.oneof(
			notAnEvent.map((event) => ({ event })),
			notATime.map((time) => ({ timestamp: time })),
			notData.map((data) => ({ data })),
			notAKey.map((key) => ({ data: { appointment_key: key } })),
			fc.constantFrom(undefined, { search_code: 'AP-1' }).map((data) => ({ event: CREATED, data })),
			hostile.map((more) => ({ data: { appointment_key: 'k', ...more } })),
		),
	})
	.map(({ whole, flaw }) => JSON.stringify({ ...whole, ...flaw }));
