import { zoneShownBy } from '../../../nodes/AppointmentScheduling/service/serviceZone';

const SUMMER_AND_WINTER = ['2026-06-10T10:00:00+02:00', '2026-12-10T10:00:00+01:00'];

test('the workflow zone is the zone of the service if all its times have these offsets', () => {
	expect(zoneShownBy(SUMMER_AND_WINTER, 'Europe/Madrid')).toBe('Europe/Madrid');
});

test('the one offset of the service counts if the workflow is in another zone', () => {
	expect(zoneShownBy(['2026-06-10T10:00:00+02:00'], 'America/New_York')).toBe('UTC+2');
	expect(zoneShownBy(['2026-06-10T10:00:00Z', 'soon', null], 'America/New_York')).toBe('UTC');
});

test('the zone is unknown if times have no offset, or offsets that do not fit together', () => {
	expect(zoneShownBy(['2026-06-10T10:00:00'], 'Europe/Madrid')).toBeUndefined();
	expect(zoneShownBy([], 'Europe/Madrid')).toBeUndefined();
	expect(zoneShownBy(SUMMER_AND_WINTER, 'America/New_York')).toBeUndefined();
});
