import {
	contradictionIn,
	contradictionOf,
} from '../../../../nodes/AppointmentScheduling/service/values/contradiction';

it.each([
	['2026-07-01T10:00:00+02:00', 'Europe/Lisbon', '+01:00'],
	['2026-12-01 10:00:00 -0500', 'Europe/Madrid', '+01:00'],
	// The same offset in winter, but not in summer.
	['2026-07-01T10:00:00-04:00', 'America/Bogota', '-05:00'],
])('the start %s contradicts %s, and both offsets are named', (start, zone, offset) => {
	expect(contradictionOf(start, zone)).toBe(
		`the service writes the start ${start}, but ${zone} is at UTC${offset} then`,
	);
});

it.each([
	['2026-07-01T10:00:00+02:00', 'Europe/Madrid'],
	['2026-07-01T10:00:00Z', 'Europe/Madrid'],
	['2026-07-01T10:00:00', 'Europe/Madrid'],
	['2026-02-30T10:00:00+02:00', 'Europe/Lisbon'],
	[null, 'Europe/Madrid'],
])('the start %p says nothing against %s', (start, zone) => {
	expect(contradictionOf(start, zone)).toBeUndefined();
});

it('of many starts, the first hundred are compared', () => {
	const right = Array.from({ length: 99 }, () => '2026-07-01T10:00:00+02:00');
	const wrong = '2026-07-01T10:00:00+01:00';
	expect(contradictionIn([...right, wrong], 'Europe/Madrid')).toContain(wrong);
	expect(contradictionIn([...right, right[0], wrong], 'Europe/Madrid')).toBeUndefined();
});
