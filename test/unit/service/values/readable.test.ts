import { readableStart } from '../../../../nodes/AppointmentScheduling/service/values/readable';

const madrid = 'Europe/Madrid';
const ten = {
	iso: '2026-11-23T10:00:00+01:00',
	date: '2026-11-23',
	time: '10:00',
	weekday: 'Monday',
};

it.each([
	['in UTC', '2026-11-23T09:00:00Z'],
	['with the offset of the zone', '2026-11-23T10:00:00.000+01:00'],
	['with another offset', '2026-11-23T04:00:00-05:00'],
	['as a local time', '2026-11-23 10:00'],
])('a start that the service writes %s is read in the zone of the service', (_how, start) => {
	expect(readableStart(start, madrid)).toEqual(ten);
});

it('the day and the weekday are those of the zone, too', () => {
	expect(readableStart('2026-11-23T23:30:00Z', 'Asia/Tokyo')).toEqual({
		iso: '2026-11-24T08:30:00+09:00',
		date: '2026-11-24',
		time: '08:30',
		weekday: 'Tuesday',
	});
});

it.each([
	['soon', madrid],
	[undefined, madrid],
	[null, madrid],
	['2026-02-30T10:00:00Z', madrid],
	['2026-11-23T09:00:00Z', undefined],
])('%p in %p has no readable start', (start, zone) => {
	expect(readableStart(start, zone)).toBeUndefined();
});
