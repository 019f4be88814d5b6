import type { IDataObject } from 'n8n-workflow';

import { occupiedBy, takenBy } from '../../../nodes/AppointmentScheduling/availability/slots';

const start_date = '2026-05-01T10:00:00+02:00';
const zone = 'Europe/Madrid';
const MINUTE = 60_000;
const start = Date.parse(start_date);

const row = (appointment_key: string, changes: object = {}) => ({
	appointment_key,
	search_code: `code-${appointment_key}`,
	status: 'CONFIRMED',
	start_date,
	...changes,
});

/** In minutes, with 30 assumed. */
function lengthWith(fields: object): [minutes: number, isAssumed: boolean] {
	const { end, isAssumed } = takenBy(row('a', fields), zone, 30);
	return [(end - start) / MINUTE, isAssumed];
}

describe('how long an appointment takes', () => {
	it.each<[object, number]>([
		[{ end_date: '2026-05-01T10:45:00' }, 45],
		[{ end: { dateTime: '2026-05-01T08:45:00Z', timeZone: 'UTC' } }, 45],
		[{ duration: 45 }, 45],
		[{ duration: '00:45:00' }, 45],
		[{ duration: 'PT1H30M' }, 90],
		[{ duration: { hours: 1, minutes: 30, seconds: null } }, 90],
		[{ duration: { hours: '1', minutes: 0, seconds: 90 } }, 61.5],
	])('with %j it is read', (fields, minutes) => {
		expect(lengthWith(fields)).toEqual([minutes, false]);
	});

	it('an end that can be read wins', () => {
		const end = '2026-05-01T10:45:00';
		expect(lengthWith({ end_date: 'later', end, duration: 'short' })).toEqual([45, false]);
		expect(lengthWith({ end_date: end, duration: 60 })).toEqual([45, false]);
	});

	it.each([
		[{}],
		[{ end_date: null, end: '', duration: 0 }],
		[{ end: { dateTime: null } }],
		// As long as nothing.
		[{ end_date: start_date }],
	])('with %j it is assumed', (fields) => {
		expect(lengthWith(fields)).toEqual([30, true]);
	});

	it.each([
		[{ end_date: 'later' }],
		[{ end_date: '2026-05-01T09:00:00' }],
		[{ end: 'later', duration: 45 }],
		[{ duration: 1.5 }],
		[{ duration: { hours: 1, days: 1 } }],
		[{ duration: true }],
	])('with %j is an error that names the appointment', (fields) => {
		expect(() => lengthWith(fields)).toThrow('The length of appointment code-a cannot be read');
	});
});

it('a start without an offset takes both moments that it may mean when clocks are set back', () => {
	const taken = takenBy(row('a', { start_date: '2027-10-31T02:30:00' }), zone, 30);
	expect(taken).toMatchObject({
		start: Date.parse('2027-10-31T00:30:00Z'),
		end: Date.parse('2027-10-31T02:00:00Z'),
	});
});

it.each<[object, number, string]>([
	[{}, 24, 'that day'],
	[{ duration: 45 }, 24, 'that day'],
	[{ end_date: '2026-05-01' }, 24, 'that day'],
	[{ end_date: '2026-05-01T10:00:00' }, 24, 'that day'],
	[{ end_date: '2026-05-03' }, 72, 'every day up to its end'],
	[{ end: { date: '2026-05-02' } }, 48, 'every day up to its end'],
	[{ end_date: '2026-05-02T10:00:00' }, 34, 'the time up to its end'],
	[{ duration: 60 * 30 }, 30, 'the time up to its end'],
])('a start that is only a date, with %j, takes %i hours: %s', (fields, hours) => {
	const { start, end, isAssumed } = takenBy(
		row('a', { start_date: '2026-05-01', ...fields }),
		zone,
		30,
	);
	expect([new Date(start).toISOString(), (end - start) / MINUTE / 60, isAssumed]).toEqual([
		'2026-04-30T22:00:00.000Z',
		hours,
		false,
	]);
});

it('an end that is only a date takes that day whole, and days are as long as clocks say', () => {
	expect(lengthWith({ end_date: '2026-05-01' })).toEqual([14 * 60, false]);
	const spring = takenBy(row('a', { start_date: '2026-03-29' }), zone, 30);
	expect((spring.end - spring.start) / MINUTE).toBe(23 * 60);
});

it.each(['CANCELED', 'canceled', 'CANCELLED', 'Cancelled_Client', 'CANCELED_GOOGLE'])(
	'an appointment whose start cannot be read is an error, unless it is %s',
	async (status) => {
		const unclear = row('a', { start_date: 'soon' });
		const taken = async (appointment: IDataObject) => await occupiedBy([appointment], zone, 30);
		await expect(taken(unclear)).rejects.toThrow('The start of appointment code-a');
		expect(await taken({ ...unclear, status })).toEqual([]);
	},
);
