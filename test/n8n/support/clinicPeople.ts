import { sampleKey, type Status } from '../../stand-in';

export const FRIDAY = '2027-03-26';
export const SATURDAY = '2027-03-27';
/** The clocks of Madrid go forward. In New York it is five hours earlier before, and six after. */
export const SUNDAY = '2027-03-28';
export const MONDAY = '2027-03-29';
export const TUESDAY = '2027-03-30';
export const WEDNESDAY = '2027-03-31';
export const DENTISTRY = 'Dentistry';
export const OPTICS = 'Optics';
export const PHYSIO = 'Physiotherapy';

export const calendarKey = (name: string) =>
	sampleKey('calendar', [DENTISTRY, OPTICS, PHYSIO].indexOf(name));

export type Visit = [name: string, start: string, calendar: string, status: Status];

/** Before the clinic publishes its workflows on Saturday at noon. */
export const visitsBefore: Visit[] = [
	['Jon', `${FRIDAY}T09:00:00`, PHYSIO, 'ATTENDED'],
	['Kim', `${FRIDAY}T16:00:00`, PHYSIO, 'ATTENDED'],
	['Zed', `${SATURDAY}T08:00:00`, PHYSIO, 'CONFIRMED'],
	['Hal', `${SATURDAY}T10:00:00`, DENTISTRY, 'CONFIRMED'],
	['Ivy', `${SATURDAY}T11:00:00`, PHYSIO, 'ATTENDED'],
	['Ada', `${SATURDAY}T17:00:00`, DENTISTRY, 'CONFIRMED'],
	['Xia', `${SUNDAY}T01:30:00`, DENTISTRY, 'CONFIRMED'],
	['Ben', `${SUNDAY}T09:00:00`, PHYSIO, 'CONFIRMED'],
	['Yan', `${SUNDAY}T09:30:00`, DENTISTRY, 'CONFIRMED'],
	['Lou', `${SUNDAY}T10:00:00`, PHYSIO, 'CANCELED'],
	['Wes', `${SUNDAY}T10:30:00`, DENTISTRY, 'CONFIRMED'],
	['Vic', `${SUNDAY}T11:00:00`, DENTISTRY, 'CONFIRMED'],
	['Cleo', `${SUNDAY}T12:30:00`, OPTICS, 'CONFIRMED'],
	['Fay', `${SUNDAY}T15:00:00`, DENTISTRY, 'CONFIRMED'],
	['Dora', `${SUNDAY}T16:00:00`, OPTICS, 'CONFIRMED'],
	['Emil', `${SUNDAY}T18:00:00`, OPTICS, 'CONFIRMED'],
	['Gus', `${SUNDAY}T19:00:00`, DENTISTRY, 'CONFIRMED'],
	['Ron', `${MONDAY}T11:00:00`, OPTICS, 'CONFIRMED'],
	['Sue', `${MONDAY}T12:00:00`, OPTICS, 'CONFIRMED'],
	['Tim', `${MONDAY}T13:00:00`, OPTICS, 'CONFIRMED'],
	['Uma', `${MONDAY}T15:00:00`, OPTICS, 'CONFIRMED'],
	['Meg', `${WEDNESDAY}T09:00:00`, DENTISTRY, 'CONFIRMED'],
];

/** They book together, right after it. */
export const burst: Visit[] = [
	['Amy', `${MONDAY}T09:00:00`, PHYSIO, 'PENDING'],
	['Bob', `${TUESDAY}T09:00:00`, PHYSIO, 'PENDING'],
	['Cat', `${TUESDAY}T10:00:00`, OPTICS, 'CONFIRMED'],
	['Dan', `${SATURDAY}T11:30:00`, OPTICS, 'PENDING'],
	['Eva', `${TUESDAY}T12:00:00`, OPTICS, 'PENDING'],
	['Pia', `${WEDNESDAY}T10:00:00`, PHYSIO, 'PENDING_PAYMENT'],
	['Pol', `${WEDNESDAY}T11:00:00`, PHYSIO, 'PENDING_PAYMENT'],
	['Pam', `${SATURDAY}T13:00:00`, OPTICS, 'PENDING_PAYMENT'],
];
