import fc from 'fast-check';

import {
	appointmentIn,
	isCanceled,
	simplified,
} from '../../../nodes/AppointmentScheduling/service/appointment';
import { SHAPES, shapes } from './shapes';

const zone = 'America/Sao_Paulo';
const start = { text: '2026-09-19T06:55:00-04:00', ms: Date.parse('2026-09-19T10:55:00Z') };

it.each(shapes)('an appointment in the shape of the %s is read whole', (shape) => {
	const body = SHAPES[shape]();
	expect(appointmentIn(body)).toMatchObject({
		key: body.appointment_key,
		status: 'CONFIRMED',
		start,
		calendar: { key: body.calendar.calendar_key, name: 'Dr. Silva' },
		people: [{ name: 'Ana Lima', email: 'ana@example.com' }],
		data: body,
	});
});

it('what only one shape has is read from it, and unknown otherwise', () => {
	expect(appointmentIn(SHAPES.samples())).toMatchObject({
		end: { ms: Date.parse('2026-09-19T11:25:00Z') },
		createdAt: { ms: Date.parse('2026-09-17T19:40:52.238Z') },
		people: [{ phone: '+5511999990000' }],
		services: [{ name: 'Retorno' }, { name: 'Demo' }],
		code: undefined,
	});
	const document = appointmentIn(SHAPES.document());
	expect(document).toMatchObject({ code: 'AGD-2026-000002', end: undefined, createdAt: undefined });
});

it('of a body with fields of both shapes, those of the samples count', () => {
	const both = {
		...SHAPES.document({ start: '2026-01-01T10:00:00Z', name: 'Other' }),
		...SHAPES.samples(),
	};
	expect(appointmentIn(both)).toMatchObject({ start, people: [{ name: 'Ana Lima' }] });
});

it('a start without an offset is one in the zone of the account, and unknown without that', () => {
	const body = (dateTime: string) => ({
		...SHAPES.samples(),
		start: { dateTime, timeZone: 'Asia/Tokyo' },
	});
	expect(appointmentIn(body('2026-09-19T06:55:00'), zone)?.start).toEqual({
		text: '2026-09-19T06:55:00-03:00',
		ms: Date.parse('2026-09-19T09:55:00Z'),
	});
	expect(appointmentIn(body('2026-09-19T06:55:00'))?.start).toBeUndefined();
	const flat = { ...SHAPES.document(), start_date: '2026-09-19T06:55' };
	expect(appointmentIn(flat, zone)?.start?.text).toBe('2026-09-19T06:55:00-03:00');
});

it.each([
	['2026-09-19T06:55:00.123456-04:00', start.ms + 123],
	['2026-09-19T10:55:00Z', start.ms],
	['2026-09-19 06:55:00-0400', start.ms],
	['2026-09-19', undefined],
	['soon', undefined],
	['2026-13-40T10:00:00Z', undefined],
	[7, undefined],
	[{}, undefined],
])('the start %j is at %p', (value, ms) => {
	expect(appointmentIn({ appointment_key: 'a', start_date: value }, zone)?.start?.ms).toBe(ms);
});

it.each([
	undefined,
	null,
	'text',
	[],
	{},
	{ appointment_key: 7 },
	{ appointment_key: '../x' },
	{ appointment_key: 'x'.repeat(129) },
])('%j is no appointment, because it has no key', (body) =>
	expect(appointmentIn(body)).toBeUndefined(),
);

it('anything may stand in a field, and nothing is thrown', () => {
	const value = fc.anything({ maxDepth: 2 });
	const body = fc.record({
		appointment_key: fc.constant('a'),
		start: value,
		end: value,
		status: value,
		calendar: value,
		attendees: value,
		person: value,
		service_list: value,
		created_at: value,
	});
	fc.assert(
		fc.property(body, (made) => {
			expect(appointmentIn(made, zone)?.key).toBe('a');
			expect(Object.values(simplified(made, zone))).toHaveLength(10);
		}),
		{ numRuns: 500 },
	);
});

describe('Simplify', () => {
	it('has ten fields in one order, in both shapes', () => {
		expect(Object.entries(simplified(SHAPES.samples(), zone))).toEqual([
			['person_name', 'Ana Lima'],
			['person_phone', '+5511999990000'],
			['start_date', '2026-09-19T06:55:00-04:00'],
			['status', 'CONFIRMED'],
			['service_names', 'Retorno, Demo'],
			['calendar_name', 'Dr. Silva'],
			['person_email', 'ana@example.com'],
			['search_code', null],
			['calendar_key', '07b92c5a-245c-4cad-bcfa-9419ee964841'],
			['appointment_key', '733d9fee-c3ce-41f6-a941-122b7f72dc4c'],
		]);
		expect(simplified(SHAPES.document(), zone)).toMatchObject({
			person_name: 'Ana Lima',
			person_phone: null,
			service_names: null,
			search_code: 'AGD-2026-000002',
			calendar_name: 'Dr. Silva',
		});
	});

	it.each([
		['2026-09-19T10:55:00Z', zone, '2026-09-19T07:55:00-03:00'],
		['2026-05-01T08:00:00Z', undefined, '2026-05-01T08:00:00+00:00'],
		['later', zone, 'later'],
	])('writes the start %s in %s as %s', (start_date, there, shown) => {
		expect(simplified({ start_date }, there).start_date).toBe(shown);
	});

	it('returns null for what is missing, also without a key', () => {
		expect(Object.values(simplified({ detail: 'Busy.' }))).toEqual(Array(10).fill(null));
		const mixed = { attendees: [], person: { full_name: 'Ana' }, service_list: [{}] };
		expect(simplified(mixed)).toMatchObject({ person_name: 'Ana', service_names: null });
		expect(simplified({ service_list: [{ name: 'Demo' }] }).service_names).toBe('Demo');
	});
});

it('every canceled status counts as canceled, and no other', () => {
	const canceled = ['CANCELED', 'canceled_google', 'CANCELLED', 'Cancelled_Client', 'DECLINED'];
	const others = ['CONFIRMED', 'NO_SHOW', 'NOT_CANCELED', '', undefined];
	const found = [...canceled, ...others].filter((status) => isCanceled({ status }));
	expect(found).toEqual(canceled);
});
