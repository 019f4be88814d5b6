import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { changesBetween, seenOf } from '../../../nodes/AppointmentScheduling/watching/snapshot';
import { moments, zones } from '../service/values/zones';

const ZONE = 'Europe/Madrid';
const before = seenOf({ start_date: '2026-06-10T10:00:00+02:00', status: 'PENDING' }, ZONE);
const previous = { start_date: '2026-06-10T10:00:00+02:00', status: 'PENDING' };

test.each<[IDataObject, boolean, boolean]>([
	[{ start_date: '2026-06-10T10:00:00+02:00', status: 'PENDING' }, false, false],
	[{ start_date: '2026-06-10T08:00:30Z', status: 'PENDING' }, true, false],
	[{ start_date: '2026-06-10T10:01:00+02:00', status: 'PENDING' }, true, false],
	[{ start_date: '2026-06-10T10:00:00+02:00', status: 'CONFIRMED' }, false, true],
	[{ start_date: '2026-07-10T10:00:00+02:00', status: 'CONFIRMED' }, true, true],
	[{ start_date: 'soon', status: null }, false, false],
	[{}, false, false],
])('%j', (appointment, start, status) => {
	expect(changesBetween(before, appointment, ZONE)).toMatchObject({ start, status });
});

test('the former values are given in the notation of the service', () => {
	const written = (start_date: string) =>
		changesBetween(before, { start_date, status: 'CONFIRMED' }, ZONE)?.previous;
	expect(written('2026-12-10T10:00:00+01:00')).toEqual(previous);
	expect(written('2026-06-11T08:00:00Z')).toEqual({
		...previous,
		start_date: '2026-06-10T08:00:00Z',
	});
	expect(written('2026-06-11T10:00:00')).toEqual({
		...previous,
		start_date: '2026-06-10T10:00:00',
	});
});

test('what was not known is no change, and null among the former values', () => {
	const appointment = { start_date: '2026-06-10T10:00:00Z', status: 'CONFIRMED' };
	expect(changesBetween(undefined, appointment, ZONE)).toBeUndefined();
	expect(changesBetween({ start: undefined, status: '' }, appointment, ZONE)).toEqual({
		start: false,
		status: false,
		previous: { start_date: null, status: null },
	});
});

test('an appointment that is as it was has not changed, in any zone and notation', () => {
	const starts = fc.tuple(zones, moments, fc.boolean()).map(([zone, moment, isUtc]) => ({
		zone,
		start_date: new Date(moment).toISOString().slice(0, isUtc ? undefined : 19),
	}));
	fc.assert(
		fc.property(starts, fc.string(), ({ zone, start_date }, status) => {
			const appointment = { start_date, status };
			const changes = changesBetween(seenOf(appointment, zone), appointment, zone);
			expect(changes).toMatchObject({ start: false, status: false });
		}),
	);
});
