import { validZone } from '../../../../nodes/AppointmentScheduling/service/values/zones';

const take = (zone: unknown) => validZone(zone, 'Service Timezone', 'Enter a name');

it('takes every zone of the world in any case, and UTC', () => {
	for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/UTC', 'US/Eastern']) {
		for (const written of [zone, zone.toLowerCase(), ` ${zone.toUpperCase()} `]) {
			expect(take(written)).toBe(written.trim());
		}
	}
});

it.each([
	['São Paulo', 'America/Sao_Paulo'],
	['sao_paulo', 'America/Sao_Paulo'],
	['madrid', 'Europe/Madrid'],
	['New York', 'America/New_York'],
])('refuses %s and asks for %s', (zone, likely) => {
	const message = `'Service Timezone': "${zone}" is not a time zone (did you mean ${likely}?)`;
	expect(() => take(zone)).toThrow(expect.objectContaining({ message }));
});

it.each([
	...'Etc/GMT+5 etc/gmt-14 Etc/GMT0 SystemV/EST5 +02:00 UTC+2 GMT0 GMT-3 BST EST Japan'.split(' '),
	...['local', 'Europe/Nowhere', 'constructor', '', undefined, 3],
])('refuses %p without a guess', (zone) => {
	expect(() => take(zone)).toThrow(/^'Service Timezone': ".*" is not a time zone$/);
});
