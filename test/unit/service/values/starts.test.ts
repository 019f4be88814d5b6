import { momentIn } from '../../../../nodes/AppointmentScheduling/service/values/dates';
import {
	contradictionOf,
	readableStart,
} from '../../../../nodes/AppointmentScheduling/service/values/starts';

const madrid = 'Europe/Madrid';
const ten = '2026-11-23T10:00:00+01:00 2026-11-23 10:00 Monday';

const momentOf = (text: string) => momentIn(text, madrid)!;

it.each([
	['2026-11-23T10:00:00.000+01:00', madrid, ten],
	// Madrid is never so far behind: which of the two is wrong is unknown.
	['2026-11-23T04:00:00-05:00', madrid, '2026-11-23T04:00:00-05:00 2026-11-23 04:00 Monday'],
	['2026-11-22T23:30:00.5+0900', madrid, '2026-11-22T23:30:00+09:00 2026-11-22 23:30 Sunday'],
	['2026-11-23 10:00', madrid, ten],
	['2026-11-22T23:30:00Z', 'Asia/Tokyo', '2026-11-23T08:30:00+09:00 2026-11-23 08:30 Monday'],
	['2026-11-22T09:00:00Z', madrid, '2026-11-22T10:00:00+01:00 2026-11-22 10:00 Sunday'],
	['2026-11-22T23:30:00-03:00', undefined, '2026-11-22T23:30:00-03:00 2026-11-22 23:30 Sunday'],
])('the start %p in %p reads as %s', (start, zone, expected) => {
	expect(Object.values(readableStart(momentOf(start), zone)).join(' ')).toBe(expected);
});

it.each([
	['2026-07-01T10:00:00+02:00', 'Europe/Lisbon', '+01:00'],
	['2026-12-01T10:00:00-0500', 'Europe/Madrid', '+01:00'],
	// The same offset in winter, but not in summer.
	['2026-07-01T10:00:00-04:00', 'America/Bogota', '-05:00'],
])('the start %s contradicts %s, and both offsets are named', (start, zone, offset) => {
	expect(contradictionOf(momentOf(start), zone)).toBe(
		`the service writes the start ${start}, but ${zone} is at UTC${offset} then`,
	);
});

it.each([
	['2026-07-01T10:00:00+02:00', 'Europe/Madrid'],
	['2026-07-01T10:00:00Z', 'Europe/Madrid'],
	['2026-07-01T10:00:00', 'Europe/Madrid'],
	['2026-07-01T10:00:00.999-03:00', 'America/Sao_Paulo'],
])('the start %p says nothing against %s', (start, zone) => {
	expect(contradictionOf(momentOf(start), zone)).toBeUndefined();
});
